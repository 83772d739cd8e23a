// The audit log, as an operator sees and checks it.

public import BaliseJSON
public import Foundation

/// A page of the audit log: what GET /audit answers.
public struct AuditList: JSONConvertible, Hashable {
    /// The latest first.
    public var entries: [AuditListEntry]
    /// What `cursor` is for the next page; nil when this is the last.
    public var nextCursor: String?

    /// Makes a body of these members; nil leaves one out.
    public init(entries: [AuditListEntry], nextCursor: String? = nil) {
        self.entries = entries
        self.nextCursor = nextCursor
    }

    /// The query parameters by which entries are looked for.
    public enum Parameter: String, CaseIterable, Sendable {
        /// About whom: the id of an account.
        case account
        /// How many entries at most.
        case limit
        /// `nextCursor` of another page.
        case cursor
    }

    /// The most entries of one page.
    public static let maximumLimit = 200
}

/// What an operator has done, or seen.
public struct AuditListEntry: JSONConvertible, Hashable {
    /// Counts the entries from 1 up.
    public var number: Int64
    /// When it was written.
    public var at: Date
    /// Which credential was shown: `operator-token`, `operations-key` or `api-key`.
    public var credential: String
    /// The id of the API key.
    public var apiKey: String?
    /// What operators call it.
    public var apiKeyName: String?
    /// Which call was made.
    public var call: String
    /// Whom it was about: the id of an account.
    public var account: String?
    /// The API key that was made or revoked.
    public var subjectKey: String?
    /// `begun` before a change; then, or for a look, `done`, the kind of its refusal, or `not-done` where a process ended in
    /// between and nothing was done.
    public var outcome: String
    /// The id of the request, which both entries of a change have.
    public var request: String
    /// SHA-256 over the hash of the entry before and this one, in hexadecimal digits.
    public var hash: String

    /// Makes a body of these members; nil leaves one out.
    public init(
        number: Int64, at: Date, credential: String, apiKey: String? = nil, apiKeyName: String? = nil, call: String,
        account: String? = nil, subjectKey: String? = nil, outcome: String, request: String, hash: String
    ) {
        self.number = number
        self.at = at
        self.credential = credential
        self.apiKey = apiKey
        self.apiKeyName = apiKeyName
        self.call = call
        self.account = account
        self.subjectKey = subjectKey
        self.outcome = outcome
        self.request = request
        self.hash = hash
    }
}

/// How far the audit log holds: what GET /audit/verification answers of a part of it.
public struct AuditVerification: JSONConvertible, Hashable {
    /// The number of the last entry that fits.
    public var count: Int64
    /// Its hash, in hexadecimal digits.
    public var head: String
    /// The number of the first entry that does not fit or is missing; nil when there is none so far.
    public var firstBroken: Int64?
    /// Whether entries behind this part are still to be checked.
    public var hasMore: Bool

    /// Makes a body of these members; nil leaves one out.
    public init(count: Int64, head: String, firstBroken: Int64? = nil, hasMore: Bool) {
        self.count = count
        self.head = head
        self.firstBroken = firstBroken
        self.hasMore = hasMore
    }

    /// The query parameters that say which part is meant.
    public enum Parameter: String, CaseIterable, Sendable {
        /// The `count` of the part before; 0 for the beginning.
        case after
        /// Its `head`.
        case head
        /// How many entries at most.
        case limit
    }

    /// The most entries of one part.
    public static let maximumLimit = 10_000
}
