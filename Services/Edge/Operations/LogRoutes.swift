import MessageBus
import Models
import OperatorAPI

func listAuditEntries(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    var query = call.query
    var message = ListAuditEntries(
        account: query.id("account", "the id of an account"), before: query.cursor { Int64($0) },
        limit: query.integer("limit", in: ListAuditEntries.limits) ?? 50, call: query.text("call"),
        since: query.moment("since"), until: query.moment("until"))
    if let name = query.text("operator") {
        message.credential = AuditCredential(rawValue: name)
        if message.credential == nil {
            message.apiKey = query.id("operator", "operator-token, operations-key or the id of an API key")
        }
    }
    if query.flag("changes") == true { message.omittedCalls = OperationsRoutes.looks }
    let wantsNames = query.flag("names") == true
    try query.finish()
    let page = try await call.send(message)
    var entries = page.entries.map { AuditListEntry($0) }
    if wantsNames {
        let names = await accountNames(Set(page.entries.compactMap(\.call.account)), for: call)
        let titles = await notificationTitles(of: entries, for: call)
        for index in entries.indices {
            entries[index].accountName = entries[index].account.flatMap { names[$0] }
            entries[index].subjectTitle = entries[index].notification.flatMap { titles[$0] }
        }
    }
    return .body(AuditList(entries: entries, nextCursor: page.next.map { String($0) }))
}

/// Reads the names of accounts for an operator, which the audit log records as a look at them.
private func accountNames(_ accounts: Set<AccountID>, for call: OperationsCall) async -> [String: String] {
    guard !accounts.isEmpty else { return [:] }
    call.audit.looks(at: Array(accounts))
    let (services, context) = (call.health.services, call.request.context)
    // An account may be erased, and names are not worth a failure of the log.
    return await withTaskGroup(of: (AccountID, String?).self) { group in
        for account in accounts {
            group.addTask {
                let message = FindAccount(login: Personal(account.text), by: .id)
                let profile = try? await services.send(message, context)
                return (account, profile?.nameInLog)
            }
        }
        var names: [String: String] = [:]
        for await (account, name) in group { names[account.text] = name }
        return names
    }
}

/// Reads the titles of the notifications that entries are about.
private func notificationTitles(
    of entries: [AuditListEntry], for call: OperationsCall
) async -> [NotificationID: String] {
    await withTaskGroup(of: (NotificationID, String?).self) { group in
        for notification in Set(entries.compactMap(\.notification)) {
            group.addTask { (notification, await call.title(of: notification)) }
        }
        var titles: [NotificationID: String] = [:]
        for await (notification, title) in group { titles[notification] = title }
        return titles
    }
}

extension AccountProfile {
    /// The name under which operators know the account; nil for an anonymous account.
    fileprivate var nameInLog: String? {
        shownName ?? names.username ?? names.email?.value ?? names.phone?.value
    }
}

func verifyAuditLog(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    var query = call.query
    let after = query.integer("after", in: 0...Int.max) ?? 0
    let limit = query.integer("limit", in: VerifyAuditLog.limits) ?? VerifyAuditLog.limits.upperBound
    try query.finish()
    let head: [UInt8]? = if let text = query.text("head") { bytes(hexadecimal: text) } else { [] }
    guard let head, head.count == (after == 0 ? 0 : 32) else {
        throw .invalid(
            "Give the parameters after and head together; they are the count and the head of an earlier part.",
            field: "after")
    }
    let reply = try await call.send(VerifyAuditLog(after: Int64(after), hash: head, limit: limit))
    return .body(
        AuditVerification(
            count: reply.number, head: hexadecimal(reply.hash), firstBroken: reply.broken, hasMore: reply.hasMore))
}

extension AuditListEntry {
    fileprivate init(_ entry: AuditEntry) {
        let call = entry.call
        self.init(
            number: entry.number, at: entry.at.date, credential: call.credential.rawValue, apiKey: call.apiKey?.text,
            apiKeyName: call.apiKeyName, call: call.call, account: call.account?.text,
            subjectKey: call.subjectKey?.text, subjectName: call.subjectName, outcome: call.outcome,
            request: call.request, hash: hexadecimal(entry.hash))
    }

    /// The notification that the entry is about; nil if it is about none.
    fileprivate var notification: NotificationID? {
        call.hasSuffix("Notification") ? subjectName.flatMap { NotificationID($0) } : nil
    }
}

private func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
}

private func bytes(hexadecimal text: String) -> [UInt8]? {
    let digits = text.utf8.map { Character(UnicodeScalar($0)).hexDigitValue }
    guard digits.count.isMultiple(of: 2), !digits.contains(nil) else { return nil }
    let values = digits.compactMap { $0 }
    return stride(from: 0, to: values.count, by: 2).map { UInt8(values[$0] << 4 | values[$0 + 1]) }
}

func listSecurityEvents(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    var query = call.query
    let account: AccountID? = query.id("account", "the id of an account")
    if let account { call.audit.concerns(account) }
    let event = query.text("event")
    if let event, !isEventName(event) {
        query.refuse("event", "The parameter event must be the name of an event, such as sign-in-refused.")
    }
    let cursor = query.cursor { SecurityEventCursor($0) } ?? SecurityEventCursor()
    let wantsNames = query.flag("names") == true
    let limit = query.integer("limit", in: ListSecurityEvents.limits) ?? 50
    try query.finish()
    var pages: [SecurityEventMerge.Page] = []
    for service in ListSecurityEvents.services {
        let message = ListSecurityEvents(account: account, event: event, before: cursor.before[service], limit: limit)
        pages.append(.init(service: service, reply: try await call.ask(message, at: service)))
    }
    let merged = SecurityEventMerge.merge(pages, behind: cursor, limit: limit)
    let named = wantsNames ? merged.events.compactMap(\.event.account) : []
    let names = await accountNames(Set(named), for: call)
    let events = merged.events.map { found in
        var event = ListedSecurityEvent(found.event, of: found.service)
        event.accountName = event.account.flatMap { names[$0] }
        return event
    }
    return .body(SecurityEventList(events: events, nextCursor: merged.next?.text))
}

private func isEventName(_ text: String) -> Bool {
    (1...ListSecurityEvents.maximumEventLength).contains(text.utf8.count)
        && text.utf8.allSatisfy { $0 == UInt8(ascii: "-") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
}

struct SecurityEventCursor: Hashable {
    /// For each service, the number of the event before which the page begins; nil for the latest events.
    var before: [ServiceName: Int64] = [:]

    /// The text of the cursor, such as `12.7`: a number for each service, in the order of
    /// `ListSecurityEvents.services`; empty for the latest events.
    var text: String { ListSecurityEvents.services.map { before[$0].map { String($0) } ?? "" }.joined(separator: ".") }
}

extension SecurityEventCursor {
    init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == ListSecurityEvents.services.count else { return nil }
        for (service, part) in zip(ListSecurityEvents.services, parts) where !part.isEmpty {
            guard let number = Int64(part), number > 0 else { return nil }
            before[service] = number
        }
    }
}

enum SecurityEventMerge {
    struct Page {
        let service: ServiceName
        let reply: ListSecurityEvents.Reply
    }

    /// Returns the latest events, and the end of the merged page. Events of the same service keep their order.
    static func merge(
        _ pages: [Page], behind cursor: SecurityEventCursor, limit: Int
    ) -> (events: [(service: ServiceName, event: KeptSecurityEvent)], next: SecurityEventCursor?) {
        var rests = pages.map { (service: $0.service, events: $0.reply.events[...]) }
        var events: [(service: ServiceName, event: KeptSecurityEvent)] = []
        var next = cursor
        while events.count < limit {
            let heads = rests.indices.compactMap { place in rests[place].events.first.map { (place, $0.at) } }
            guard let (place, _) = heads.max(by: { $0.1 < $1.1 }) else { break }
            let event = rests[place].events.removeFirst()
            events.append((rests[place].service, event))
            next.before[rests[place].service] = event.number
        }
        let hasMore = rests.contains { !$0.events.isEmpty } || pages.contains { $0.reply.next != nil }
        return (events, hasMore ? next : nil)
    }
}

extension ListedSecurityEvent {
    fileprivate init(_ event: KeptSecurityEvent, of service: ServiceName) {
        self.init(
            service: service.description, at: event.at.date, event: event.event, account: event.account?.text,
            method: event.method, reason: event.reason, network: event.network, subject: event.subject,
            request: event.request)
    }
}
