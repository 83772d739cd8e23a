import BaliseAPI
import Models

func getAnnouncement(_ call: APICall, _ publisher: Publisher) async throws(EdgeError) -> Answer {
    let message = GetAnnouncement(id: try call.announcement(), of: publisher.sees)
    return .enveloped(PublishedAnnouncement(try await call.send(message)))
}
