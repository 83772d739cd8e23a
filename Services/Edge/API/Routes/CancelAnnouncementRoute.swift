import BaliseAPI
import Models

func cancelAnnouncement(_ call: APICall, _ publisher: Publisher) async throws(EdgeError) -> Answer {
    let message = CancelAnnouncement(id: try call.announcement(), of: publisher.sees)
    return .enveloped(PublishedAnnouncement(try await call.send(message, by: publisher)))
}
