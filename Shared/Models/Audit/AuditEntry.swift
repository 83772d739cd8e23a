// What the audit log holds of one call of an operator.

/// What an operator's credential is.
public enum AuditCredential: String, Codable, Sendable, CaseIterable {
    /// The token of the data folder.
    case operatorToken = "operator-token"
    /// The key of the operations port that the settings name.
    case operationsKey = "operations-key"
    case apiKey = "api-key"
}

/// What an operator has asked, by which credential, about whom, and what came of it. No secret and no text of a person.
public struct AuditedCall: Codable, Hashable, Sendable {
    public var credential: AuditCredential
    /// The API key that was shown, and what operators call it; nil for another credential.
    public var apiKey: APIKeyID?
    public var apiKeyName: String?
    /// The name of the call.
    public var call: String
    /// Whom it was about; nil for nobody in particular, and while that is not known.
    public var account: AccountID?
    /// The API key that it made or revoked.
    public var subjectKey: APIKeyID?
    /// `AuditedCall.begun`, `done`, `notDone`, or why it was refused (`ErrorCode`).
    public var outcome: String
    /// The id of the request, under which logs have it, and which its beginning and its end share.
    public var request: String

    /// A change is about to be made. What came of it, a later entry of the same request says.
    public static let begun = "begun"
    /// It was done.
    public static let done = "done"
    /// It was not, and why is not known: its service or auth-session had ended meanwhile.
    public static let notDone = "not-done"

    enum CodingKeys: Int, CodingKey {
        case credential = 0, apiKey, apiKeyName, call, account, subjectKey, outcome, request
    }

    public init(
        credential: AuditCredential, apiKey: APIKeyID? = nil, apiKeyName: String? = nil, call: String,
        account: AccountID? = nil, subjectKey: APIKeyID? = nil, outcome: String, request: String
    ) {
        self.credential = credential
        self.apiKey = apiKey
        self.apiKeyName = apiKeyName
        self.call = call
        self.account = account
        self.subjectKey = subjectKey
        self.outcome = outcome
        self.request = request
    }
}

/// A row of the audit log.
public struct AuditEntry: Codable, Hashable, Sendable {
    /// Counts the entries from 1 up, without a gap.
    public var number: Int64
    public var at: UnixTime
    public var call: AuditedCall
    /// SHA-256 over the hash of the entry before and this one's content (`AuditChain`).
    public var hash: [UInt8]

    enum CodingKeys: Int, CodingKey { case number = 0, at, call, hash }

    public init(number: Int64, at: UnixTime, call: AuditedCall, hash: [UInt8]) {
        self.number = number
        self.at = at
        self.call = call
        self.hash = hash
    }
}
