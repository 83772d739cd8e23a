import BaliseAPI
import HTTPTypes
import Models

/// With `dryRun=true` nothing is sent, as with announcements.
func sendNotification(_ call: APICall, _ publisher: Publisher) async throws(EdgeError) -> Answer {
    let reply = try await call.send(
        SendNotification(
            notification: try OutgoingNotification(try call.json()), publisher: publisher.id, apiKey: publisher.key,
            limits: publisher.limits, idempotencyKey: try call.request.idempotencyKey(), isDryRun: try call.isDryRun(),
            isOperator: publisher.speaksForOperator ? true : nil, mayInterrupt: publisher.mayInterrupt ? true : nil))
    guard let record = reply.record else {
        return .enveloped(
            AnnouncementDryRun(recipients: reply.recipients, deliveries: reply.deliveries, fewerThan: reply.fewerThan))
    }
    var answer = Answer.enveloped(PublishedNotification(record), status: .created)
    answer.fields.append(HTTPField(name: .location, value: "\(AppAPI.root)notifications/\(record.id.text)"))
    return answer
}
