public import BaliseJSON
public import Foundation

/// A page of the security log: the answer of GET /security-events.
public struct SecurityEventList: JSONConvertible, Hashable {
    /// The latest first.
    public var events: [ListedSecurityEvent]
    /// The `cursor` of the next page; nil on the last.
    public var nextCursor: String?

    public init(events: [ListedSecurityEvent], nextCursor: String? = nil) {
        self.events = events
        self.nextCursor = nextCursor
    }

    public enum Parameter: String, CaseIterable, Sendable {
        case account
        /// The kind of event: `sign-in-refused`.
        case event
        case limit
        case cursor
    }

    public static let maximumLimit = 200
}

/// An event, in ids and fixed words.
public struct ListedSecurityEvent: JSONConvertible, Hashable {
    /// The reporting service: `identity` or `auth-session`.
    public var service: String
    public var at: Date
    /// The kind: `sign-in-refused`.
    public var event: String
    public var account: String?
    public var method: String?
    public var reason: String?
    /// The surrounding network: `192.0.2.0/24`.
    public var network: String?
    /// The other object that it was about: a session, a token, a key or an issuer.
    public var subject: String?
    public var request: String?

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
