// The security log, as an operator sees it.

public import BaliseJSON
public import Foundation

/// A page of the security log: what GET /security-events answers.
public struct SecurityEventList: JSONConvertible, Hashable {
    /// The latest first.
    public var events: [ListedSecurityEvent]
    /// What `cursor` is for the next page; nil when this is the last.
    public var nextCursor: String?

    /// Makes a body of these members; nil leaves one out.
    public init(events: [ListedSecurityEvent], nextCursor: String? = nil) {
        self.events = events
        self.nextCursor = nextCursor
    }

    /// The query parameters by which events are looked for.
    public enum Parameter: String, CaseIterable, Sendable {
        /// About whom: the id of an account.
        case account
        /// Which events: `sign-in-refused`.
        case event
        /// How many events at most.
        case limit
        /// `nextCursor` of another page.
        case cursor
    }

    /// The most events of one page.
    public static let maximumLimit = 200
}

/// What has happened, by ids and words of the program.
public struct ListedSecurityEvent: JSONConvertible, Hashable {
    /// Which service tells it: `identity` or `auth-session`.
    public var service: String
    public var at: Date
    /// What it is: `sign-in-refused`.
    public var event: String
    /// Whom it was about: the id of an account.
    public var account: String?
    /// By which method somebody tried to sign in.
    public var method: String?
    /// Why.
    public var reason: String?
    /// From which larger network: `192.0.2.0/24`.
    public var network: String?
    /// What it was about beside the account: a session, a token, a key or an issuer.
    public var subject: String?
    /// The id of the request.
    public var request: String?

    /// Makes a body of these members; nil leaves one out.
    public init(
        service: String, at: Date, event: String, account: String? = nil, method: String? = nil, reason: String? = nil,
        network: String? = nil, subject: String? = nil, request: String? = nil
    ) {
        self.service = service
        self.at = at
        self.event = event
        self.account = account
        self.method = method
        self.reason = reason
        self.network = network
        self.subject = subject
        self.request = request
    }
}
