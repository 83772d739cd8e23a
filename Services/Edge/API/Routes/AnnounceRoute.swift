import BaliseAPI
import HTTPTypes
import Models

/// With `dryRun=true` nothing is sent. The answer has the number of recipients; only the place is stored.
func announce(_ call: APICall, _ publisher: Publisher) async throws(EdgeError) -> Answer {
    let isDryRun = try call.isDryRun()
    let reply = try await call.send(
        Announce(
            announcement: try Announcement(try call.json()), publisher: publisher.id,
            idempotencyKey: try call.request.idempotencyKey(), isDryRun: isDryRun,
            isOperator: publisher.speaksForOperator ? true : nil,
            apiKey: publisher.key, limits: publisher.limits))
    guard let record = reply.record else {
        return .enveloped(
            AnnouncementDryRun(recipients: reply.recipients, deliveries: reply.deliveries, fewerThan: reply.fewerThan))
    }
    var answer = Answer.enveloped(PublishedAnnouncement(record), status: .created)
    answer.fields.append(
        HTTPField(name: .location, value: "\(AppAPI.root)announcements/\(record.id.text)"))
    return answer
}
