public import BaliseJSON
public import Foundation

/// A requested erasure, to follow it without the account: the answer of DELETE users/me in an envelope.
public struct RequestedErasure: JSONConvertible, Hashable {
    /// The id of the erasure.
    public var id: String
    /// The secret that, together with the id, lets the user follow the erasure. The server shows it only here.
    public var secret: SecretText
    /// When the user requested the erasure.
    public var askedAt: Date
    /// When the account will be erased, while the user may still cancel the erasure; nil if the account is erased.
    public var erasesAt: Date?

    public init(id: String, secret: SecretText, askedAt: Date, erasesAt: Date? = nil) {
        (self.id, self.secret, self.askedAt, self.erasesAt) = (id, secret, askedAt, erasesAt)
    }
}

/// The progress of an erasure in all services: the answer of GET erasures/{id} in an envelope.
public struct ErasureStatus: JSONConvertible, Hashable {
    /// The id of the erasure.
    public var id: String
    /// How far the erasure is complete.
    public var state: State
    /// When the user requested the erasure.
    public var askedAt: Date
    /// When the account will be erased, while the user may still cancel the erasure; nil once the account is erased.
    public var erasesAt: Date?
    /// When the last service confirmed the erasure; nil before that.
    public var completedAt: Date?
    /// The services that no longer have any data of the account.
    public var confirmed: [String]
    /// The services that have not confirmed the erasure yet.
    public var pending: [String]
    /// The receipt, a compact JWS (RFC 7515) signed by a key of `/.well-known/jwks.json`; nil before all confirmed.
    public var receipt: String?

    public init(
        id: String, state: State, askedAt: Date, erasesAt: Date? = nil, completedAt: Date? = nil, confirmed: [String],
        pending: [String], receipt: String? = nil
    ) {
        (self.id, self.state) = (id, state)
        (self.askedAt, self.erasesAt, self.completedAt) = (askedAt, erasesAt, completedAt)
        (self.confirmed, self.pending, self.receipt) = (confirmed, pending, receipt)
    }

    /// How far an erasure is complete.
    public struct State: OpenWord {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The account is closed and not erased yet: the user may cancel the erasure.
        public static let scheduled = State(rawValue: "scheduled")
        /// A service has not confirmed the erasure yet.
        public static let pending = State(rawValue: "pending")
        /// All services have confirmed, and there is a receipt.
        public static let done = State(rawValue: "done")
        public static let allCases = [scheduled, pending, done]
    }
}
