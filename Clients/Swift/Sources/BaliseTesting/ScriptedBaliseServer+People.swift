public import Balise
import Foundation

struct Person {
    let user: BaliseUser
    let password: String
    var sessions: [Session] = []
    /// The entries of the inbox, the latest first.
    var entries: [BaliseInboxEntry] = []
    var preferences = ScriptedBaliseServer.preferencesAtFirst
    var tokens: [RegisterPushTokenRequest] = []

    struct Session {
        var token: String
        var refreshToken: String
        /// Whether the access token has expired, so that the client must refresh it.
        var isExpired = false
    }
}

extension ScriptedBaliseServer {
    /// The preferences of a new account.
    public static let preferencesAtFirst = NotificationChoices(
        notifyNewOffers: true, notifyNewProNearby: true, notifyLocalEvents: true, notificationRadius: 10,
        preferredCategories: [])

    /// Creates an account.
    @discardableResult
    public func addPerson(_ username: String, password: String = "secret", email: String? = nil) -> String {
        let id = next("account")
        let user = BaliseUser(id: id, username: username, email: email, createdAt: now, updatedAt: now)
        people.append(Person(user: user, password: password))
        return id
    }

    /// Adds an entry to an inbox, as the latest.
    /// - Returns: The entry, whose `id` is the `notificationId` of a push; nil for an unknown account.
    @discardableResult
    public func tell(_ account: String, title: String, content: String = "", link: String? = nil) -> BaliseInboxEntry? {
        guard position(of: account) != nil else { return nil }
        let id = next("notification")
        let entry = BaliseInboxEntry(
            id: id, userId: account, type: AnnouncementType(rawValue: "NOTIFICATION"), title: title, content: content,
            screen: "notification", entityId: id, createdAt: now, kind: "news", link: link)
        tell(account, entry)
        return entry
    }

    /// Adds an entry to an inbox, as the latest.
    public func tell(_ account: String, _ entry: BaliseInboxEntry) {
        guard let position = position(of: account) else { return }
        people[position].entries.insert(entry, at: 0)
    }

    /// Returns the inbox, the latest entry first.
    public func entries(of account: String) -> [BaliseInboxEntry] {
        position(of: account).map { people[$0].entries } ?? []
    }

    /// Returns the preferences; nil for an unknown account.
    public func preferences(of account: String) -> NotificationChoices? {
        position(of: account).map { people[$0].preferences }
    }

    /// Returns the registered push tokens, in the order of their registration.
    public func pushTokens(of account: String) -> [RegisterPushTokenRequest] {
        position(of: account).map { people[$0].tokens } ?? []
    }

    /// Expires all access tokens, so that the next calls first refresh them.
    public func expireTokens() {
        for person in people.indices {
            for session in people[person].sessions.indices { people[person].sessions[session].isExpired = true }
        }
    }

    /// Ends all sessions, so that the next calls sign their users out.
    public func endSessions() { for person in people.indices { people[person].sessions = [] } }

    private func position(of account: String) -> Int? { people.firstIndex { $0.user.id == account } }
}
