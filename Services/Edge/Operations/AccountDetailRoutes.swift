import BaliseAPI
import HTTPTypes
import Models
import OperatorAPI

/// Without place and address, which are stored for the user only.
func listAccountSessions(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    let sessions = try await call.send(ListSessions(account: try call.account()))
    return .body(AccountSessionList(sessions: sessions.map { AccountSession($0) }))
}

/// Does not need identity, so that users can be signed out while it is unreachable.
func endAccountSessions(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    let reply = try await call.send(EndOtherSessions(account: try call.account()))
    return .body(EndedSessions(ended: reply.count))
}

/// Takes effect on this edge at once (`EndingServices`), elsewhere through the feed.
func endAccountSession(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    let account = try call.account()
    guard let session = SessionID(try call.name(at: 1)) else {
        throw EdgeError(.notFound, "this session does not exist")
    }
    return try await call.perform(EndSession(account: account, session: session))
}

extension AccountSession {
    fileprivate init(_ session: SessionSummary) {
        let client = session.client
        self.init(
            id: session.session.text, method: session.signInMethod.rawValue, appVersion: client.appVersion,
            deviceType: client.deviceType, deviceVendor: client.deviceVendor, deviceModel: client.deviceModel,
            osName: client.osName, osVersion: client.osVersion, isRemembered: session.isRemembered,
            createdAt: session.createdAt.date, lastActivityAt: session.lastActivityAt.date,
            expiresAt: session.expiresAt.date)
    }
}

func getAccountPreferences(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    let account = try call.account()
    let preferences = try await call.send(GetPreferences(account: account))
    let kinds = try await call.send(GetKinds(account: account)).kinds
    // An answer of the preferences service always has them; an entry of its feed may not.
    guard let choices = preferences.choices else { throw EdgeError(.internalFailure, "") }
    return .body(
        AccountPreferences(
            choices: choices, quietHours: preferences.quietHours.map { .init($0) }, kinds: kinds,
            topics: preferences.topics ?? [], givenTopics: preferences.givenTopics ?? [],
            tags: preferences.tags ?? []))
}

/// Reading it changes neither the user's badge nor the unread state.
func listAccountInbox(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    let account = try call.account()
    let before = try call.query.inboxCursor()
    let limit = try call.query.integer("limit", in: ListInbox.limits) ?? 20
    let reply = try await call.send(
        ListInbox(
            account: account, before: before, limit: limit, unreadOnly: false, withNotifications: true, isLook: true))
    return .body(
        AccountInbox(
            entries: reply.entries.map { .init($0) }, unread: reply.unread, total: reply.total,
            nextCursor: reply.hasMore ? reply.entries.last?.id.text : nil))
}

extension AccountPreferences.QuietTimes {
    fileprivate init(_ hours: QuietHours) {
        func text(_ minutes: Int) -> String {
            func digits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
            return "\(digits(minutes / 60)):\(digits(minutes % 60))"
        }
        self.init(
            start: text(hours.start), end: text(hours.end), timeZone: hours.timeZone,
            allowsInterruptions: hours.allowsInterruptions ?? false)
    }
}

extension AccountInbox.Entry {
    fileprivate init(_ entry: InboxEntry) {
        self.init(
            id: entry.id.text, type: entry.type?.rawValue, kind: entry.kind, title: entry.title, body: entry.body,
            at: entry.at.date, readAt: entry.readAt?.date)
    }
}
