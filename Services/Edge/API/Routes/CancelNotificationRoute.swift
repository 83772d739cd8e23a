import BaliseAPI
import Models

func cancelNotification(_ call: APICall, _ publisher: Publisher) async throws(EdgeError) -> Answer {
    let message = CancelNotification(id: try call.notification(), of: publisher.sees)
    return .enveloped(PublishedNotification(try await call.send(message, by: publisher)))
}
