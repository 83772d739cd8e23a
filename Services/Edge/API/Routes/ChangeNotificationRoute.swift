import BaliseAPI
import Models

func changeNotification(_ call: APICall, _ publisher: Publisher) async throws(EdgeError) -> Answer {
    let message = ChangeNotification(
        id: try call.notification(), notification: try OutgoingNotification(try call.json()), publisher: publisher.id,
        apiKey: publisher.key, limits: publisher.limits, isOperator: publisher.speaksForOperator ? true : nil,
        mayInterrupt: publisher.mayInterrupt ? true : nil)
    return .enveloped(PublishedNotification(try await call.send(message)))
}
