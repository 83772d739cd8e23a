// GET announcements/{id}: what became of an announcement?

import HTTPInterface
import Models

func getAnnouncement(_ call: APICall, _: APIKeyID) async throws(EdgeError) -> Answer {
    .enveloped(AnnouncementBody(try await call.send(GetAnnouncement(id: try call.announcement()))))
}
