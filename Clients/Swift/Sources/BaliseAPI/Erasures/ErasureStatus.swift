// How an erasure stands, as GET erasures/{id} answers it in an envelope.

public import BaliseJSON
public import Foundation

/// How the erasure of an account stands in the services that kept something of it.
public struct ErasureStatus: JSONConvertible, Hashable {
    /// By which it is asked for.
    public var id: String
    /// Whether all services have confirmed.
    public var state: State
    /// When it was asked for.
    public var askedAt: Date
    /// When the account is erased, while its person may take that back; nil once it is erased.
    public var erasesAt: Date?
    /// When the last service confirmed; nil until then.
    public var completedAt: Date?
    /// The services that have nothing left of the account.
    public var confirmed: [String]
    /// The services that have not said so yet.
    public var pending: [String]
    /// A JWS in the compact form (RFC 7515), signed by a key of `/.well-known/jwks.json`; nil until all services have
    /// confirmed.
    public var receipt: String?

    /// Makes a body of these members; nil leaves one out.
    public init(
        id: String, state: State, askedAt: Date, erasesAt: Date? = nil, completedAt: Date? = nil, confirmed: [String],
        pending: [String], receipt: String? = nil
    ) {
        self.id = id
        self.state = state
        self.askedAt = askedAt
        self.erasesAt = erasesAt
        self.completedAt = completedAt
        self.confirmed = confirmed
        self.pending = pending
        self.receipt = receipt
    }

    /// Whether an erasure is complete.
    public struct State: OpenWord {
        /// The word.
        public let rawValue: String

        /// A word, known or not.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The account is closed and not erased yet: its person may take that back.
        public static let scheduled = State(rawValue: "scheduled")
        /// A service has not confirmed yet.
        public static let pending = State(rawValue: "pending")
        /// All services have confirmed, and there is a receipt.
        public static let done = State(rawValue: "done")
        /// The words that are known here.
        public static let allCases = [scheduled, pending, done]
    }
}
