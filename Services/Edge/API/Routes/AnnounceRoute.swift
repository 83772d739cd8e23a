// POST announcements: a publisher announces something.

import BaliseAPI
import HTTPTypes
import Models

/// With `dryRun=true` nothing is sent. The answer says how many people would be told, and only the place is stored.
func announce(_ call: APICall, _ publisher: Publisher) async throws(EdgeError) -> Answer {
    let query = Query(call.request.query)
    // Whoever misspells it, or leaves its value out, means to send nothing.
    guard query.names.isEmpty || query.names == ["dryRun"] else { throw .invalid("The only parameter is dryRun.") }
    let isDryRun = try query.flag("dryRun")
    guard query.names.isEmpty || isDryRun != nil else {
        throw .invalid("The parameter dryRun must be true or false.")
    }
    let reply = try await call.send(
        Announce(
            announcement: try Announcement(try call.json()), publisher: publisher.id,
            idempotencyKey: try call.request.idempotencyKey(), isDryRun: isDryRun ?? false,
            isOperator: publisher.speaksForOperator ? true : nil))
    guard let record = reply.record else {
        return .enveloped(
            AnnouncementDryRun(recipients: reply.recipients, deliveries: reply.deliveries, fewerThan: reply.fewerThan))
    }
    var answer = Answer.enveloped(PublishedAnnouncement(record), status: .created)
    answer.fields.append(
        HTTPField(name: .location, value: "\(AppAPI.root)announcements/\(record.id.text)"))
    return answer
}
