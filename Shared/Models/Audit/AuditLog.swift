/// A kind of credential, as the audit log records it.
public enum AuditCredential: String, Codable, Sendable, CaseIterable {
    /// The operator's token in the data folder.
    case operatorToken = "operator-token"
    /// The operations port's key in the settings.
    case operationsKey = "operations-key"
    case apiKey = "api-key"
}

/// One call of an operator. It contains no secret and no text about a user.
public struct AuditedCall: Codable, Hashable, Sendable {
    public var credential: AuditCredential
    public var apiKey: APIKeyID?
    public var apiKeyName: String?
    public var call: String
    /// The account that the call was about; nil if it was about no account or the account is not known yet.
    public var account: AccountID?
    public var subjectKey: APIKeyID?
    /// The id or name of anything else that the call was about, such as a notification; nil if there is none.
    public var subjectName: String?
    /// The outcome: `AuditedCall.begun`, `done` (perhaps with counts), `notDone`, or the refusal (`ErrorCode`).
    public var outcome: String
    /// The request's id in the logs. The entry for the beginning of a request has the same id as the entry for its end.
    public var request: String

    /// The outcome of an entry before a change. A later entry of the same request has the final outcome.
    public static let begun = "begun"
    public static let done = "done"
    /// The outcome of an act that was not performed because its service or auth-session stopped.
    public static let notDone = "not-done"

    enum CodingKeys: Int, CodingKey {
        case credential = 0, apiKey, apiKeyName, call, account, subjectKey, outcome, request, subjectName
    }

    public init(
        credential: AuditCredential, apiKey: APIKeyID? = nil, apiKeyName: String? = nil, call: String,
        account: AccountID? = nil, subjectKey: APIKeyID? = nil, subjectName: String? = nil, outcome: String,
        request: String
    ) {
        (self.credential, self.apiKey, self.apiKeyName, self.call) = (credential, apiKey, apiKeyName, call)
        (self.account, self.subjectKey, self.subjectName) = (account, subjectKey, subjectName)
        (self.outcome, self.request) = (outcome, request)
    }
}

/// A row of the audit log. auth-session stores it, with a hash that covers all rows before it.
public struct AuditEntry: Codable, Hashable, Sendable {
    /// The entry's number. Numbers start at 1 and have no gaps.
    public var number: Int64
    public var at: UnixTime
    public var call: AuditedCall
    /// The SHA-256 over the previous entry's hash and this entry's content (`AuditChain`).
    public var hash: [UInt8]

    enum CodingKeys: Int, CodingKey { case number = 0, at, call, hash }

    public init(number: Int64, at: UnixTime, call: AuditedCall, hash: [UInt8]) {
        (self.number, self.at, self.call, self.hash) = (number, at, call, hash)
    }
}

/// Appends an entry to the audit log, durable when this is answered. For the edge's own actions: showing personal data,
/// a backup, a console sign-in. `ActForOperator` records acts in services. Errors: `invalidToken` and `tokenExpired`.
public struct AppendAuditEntry: RequestFromEdge {
    public static let serviceCode = ServiceCode(.authSession, 24)

    /// The call to record. auth-session sets the caller itself, from the credential.
    public var call: AuditedCall
    public var credential: OperatorCredential

    enum CodingKeys: Int, CodingKey { case call = 0, credential }

    public init(call: AuditedCall, by credential: OperatorCredential) {
        (self.call, self.credential) = (call, credential)
    }
}

/// Lists the audit log, the latest first. Errors: `invalidRequest` for an invalid limit.
public struct ListAuditEntries: RequestFromEdge, IdempotentRequest {
    public static let serviceCode = ServiceCode(.authSession, 25)

    public static let limits = 1...200

    public struct Reply: Codable, Sendable {
        public var entries: [AuditEntry]
        /// The value of `before` for the next page; nil on the last page.
        public var next: Int64?

        enum CodingKeys: Int, CodingKey { case entries = 0, next }

        public init(entries: [AuditEntry], next: Int64? = nil) { (self.entries, self.next) = (entries, next) }
    }

    public var account: AccountID?
    /// The number below which entries are listed; nil to start with the latest entry.
    public var before: Int64?
    public var limit: Int
    public var credential: AuditCredential?
    /// Only entries of callers with this API key.
    public var apiKey: APIKeyID?
    public var call: String?
    /// Only entries from this time on.
    public var since: UnixTime?
    /// Only entries before this time.
    public var until: UnixTime?
    /// The calls whose entries are left out; nil for none.
    public var omittedCalls: [String]?

    enum CodingKeys: Int, CodingKey {
        case account = 0, before, limit, credential, apiKey, call, since, until, omittedCalls
    }

    public init(
        account: AccountID? = nil, before: Int64? = nil, limit: Int, credential: AuditCredential? = nil,
        apiKey: APIKeyID? = nil, call: String? = nil, since: UnixTime? = nil, until: UnixTime? = nil,
        omittedCalls: [String]? = nil
    ) {
        (self.account, self.before, self.limit) = (account, before, limit)
        (self.credential, self.apiKey, self.call) = (credential, apiKey, call)
        (self.since, self.until, self.omittedCalls) = (since, until, omittedCalls)
    }
}

/// Checks a part of the audit log for missing entries and wrong hashes. Errors: `invalidRequest` for an invalid limit.
public struct VerifyAuditLog: RequestFromEdge, IdempotentRequest {
    public static let serviceCode = ServiceCode(.authSession, 26)

    public static let limits = 1...10_000

    public struct Reply: Codable, Hashable, Sendable {
        /// The number of the last valid entry.
        public var number: Int64
        public var hash: [UInt8]
        /// The number of the first missing or wrong entry; nil if the checked part is correct.
        public var broken: Int64?
        public var hasMore: Bool

        enum CodingKeys: Int, CodingKey { case number = 0, hash, broken, hasMore }

        public init(number: Int64, hash: [UInt8], broken: Int64? = nil, hasMore: Bool) {
            (self.number, self.hash, self.broken, self.hasMore) = (number, hash, broken, hasMore)
        }
    }

    /// The number of the last entry that was already checked; 0 to start at the beginning.
    public var after: Int64
    /// The hash of entry `after`; empty at the beginning.
    public var hash: [UInt8]
    public var limit: Int

    enum CodingKeys: Int, CodingKey { case after = 0, hash, limit }

    public init(after: Int64 = 0, hash: [UInt8] = [], limit: Int) {
        (self.after, self.hash, self.limit) = (after, hash, limit)
    }
}
