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

/// The latest first; `before` names the last one of the page before.
func listAnnouncements(_ call: APICall, _ publisher: Publisher) async throws(EdgeError) -> Answer {
    let query = Query(call.request.query)
    let before = try query.announcement("before")
    let limit = try query.integer("limit", in: ListAnnouncements.limits) ?? 20
    let reply = try await call.send(ListAnnouncements(before: before, limit: limit, of: publisher.sees))
    return .enveloped(
        AnnouncementPage(announcements: reply.announcements.map(PublishedAnnouncement.init), hasMore: reply.hasMore))
}

func getAnnouncement(_ call: APICall, _ publisher: Publisher) async throws(EdgeError) -> Answer {
    let message = GetAnnouncement(id: try call.announcement(), of: publisher.sees)
    return .enveloped(PublishedAnnouncement(try await call.send(message)))
}

func cancelAnnouncement(_ call: APICall, _ publisher: Publisher) async throws(EdgeError) -> Answer {
    let message = CancelAnnouncement(id: try call.announcement(), of: publisher.sees)
    return .enveloped(PublishedAnnouncement(try await call.send(message, by: publisher)))
}

/// The user can see that this was asked, and by whom.
func explainRecipient(_ call: APICall, _ publisher: Publisher) async throws(EdgeError) -> Answer {
    guard let account = AccountID(try call.parameter(1)) else {
        throw .invalid("The address must name an account by its id.")
    }
    let explanation = try await call.send(
        ExplainRecipient(id: try call.announcement(), account: account, askedBy: publisher.keyName))
    return .enveloped(AnnouncementRecipient(explanation, of: account))
}

extension EdgeRequest {
    func idempotencyKey() throws(EdgeError) -> String? {
        guard let key = headers.idempotencyKey else { return nil }
        let bytes = Announce.idempotencyKeyBytes
        guard bytes.contains(key.utf8.count) else {
            throw .invalid("The header Idempotency-Key must have \(bytes.lowerBound) to \(bytes.upperBound) bytes.")
        }
        return key
    }
}

extension APICall {
    /// The announcement that the path names: by its own id, or by its publisher's subject id.
    func announcement() throws(EdgeError) -> String { try parameter() }
}

extension Query {
    /// The announcement in a parameter; nil if it is absent.
    func announcement(_ name: String) throws(EdgeError) -> NotificationID? {
        guard let text = self.text(name) else { return nil }
        guard let id = NotificationID(text) else {
            throw .invalid("The parameter \(name) must be the id of an announcement.", field: name)
        }
        return id
    }
}
