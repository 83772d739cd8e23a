// DELETE announcements/{id}: a publisher takes an announcement back.

import HTTPInterface
import Models

func cancelAnnouncement(_ call: APICall, _: APIKeyID) async throws(EdgeError) -> Answer {
    .enveloped(AnnouncementBody(try await call.send(CancelAnnouncement(id: try call.announcement()))))
}
