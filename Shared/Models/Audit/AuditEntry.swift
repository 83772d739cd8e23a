/// A kind of credential, as the audit log records it.
public enum AuditCredential: String, Codable, Sendable, CaseIterable {
    /// The token in the data folder.
    case operatorToken = "operator-token"
    /// The key of the operations port from the settings.
    case operationsKey = "operations-key"
    case apiKey = "api-key"
}

/// One call of an operator. It contains no secret and no text about a user.
public struct AuditedCall: Codable, Hashable, Sendable {
    public var credential: AuditCredential
    public var apiKey: APIKeyID?
    public var apiKeyName: String?
    public var call: String
    /// The account that it was about; nil for none, and while it is unknown.
    public var account: AccountID?
    public var subjectKey: APIKeyID?
    /// `AuditedCall.begun`, `done`, `notDone`, or the refusal (`ErrorCode`).
    public var outcome: String
    /// The request's id in the logs. The entries for its beginning and its end share it.
    public var request: String

    /// A change is about to be made. A later entry of the same request has the outcome.
    public static let begun = "begun"
    public static let done = "done"
    /// It was not done, for an unknown reason: its service or auth-session has stopped.
    public static let notDone = "not-done"

    enum CodingKeys: Int, CodingKey {
        case credential = 0, apiKey, apiKeyName, call, account, subjectKey, outcome, request
    }

    public init(
        credential: AuditCredential, apiKey: APIKeyID? = nil, apiKeyName: String? = nil, call: String,
        account: AccountID? = nil, subjectKey: APIKeyID? = nil, outcome: String, request: String
    ) {
        (self.credential, self.apiKey, self.apiKeyName, self.call) = (credential, apiKey, apiKeyName, call)
        (self.account, self.subjectKey, self.outcome, self.request) = (account, subjectKey, outcome, request)
    }
}

/// A row of the audit log. auth-session stores it; its hash covers the rows before it.
public struct AuditEntry: Codable, Hashable, Sendable {
    /// From 1 up, without gaps.
    public var number: Int64
    public var at: UnixTime
    public var call: AuditedCall
    /// SHA-256 over the previous entry's hash and this entry's content (`AuditChain`).
    public var hash: [UInt8]

    enum CodingKeys: Int, CodingKey { case number = 0, at, call, hash }

    public init(number: Int64, at: UnixTime, call: AuditedCall, hash: [UInt8]) {
        (self.number, self.at, self.call, self.hash) = (number, at, call, hash)
    }
}
