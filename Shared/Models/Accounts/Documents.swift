/// The documents that an account can have.
public enum DocumentName: String, Codable, Sendable, CaseIterable {
    /// The app's facts about the user: Appwrite's document in the collection `users`.
    case user
    /// The user's settings in the app: Appwrite's `prefs`.
    case preferences
}

/// The content of one of an account's documents (`DocumentName`). Stored by the identity service.
public struct AccountDocument: Codable, Sendable {
    /// A JSON object (RFC 8259), in UTF-8; at most 16 KiB.
    public var json: Personal<String>
    public var createdAt: UnixTime
    public var updatedAt: UnixTime

    enum CodingKeys: Int, CodingKey { case json = 0, createdAt, updatedAt }

    public init(json: Personal<String>, createdAt: UnixTime, updatedAt: UnixTime) {
        (self.json, self.createdAt, self.updatedAt) = (json, createdAt, updatedAt)
    }
}

/// Reads a document. Errors: `notFound` for a missing account or document.
public struct ReadDocument: RequestFromEdge, RequestByAccount, IdempotentRequest {
    public typealias Reply = AccountDocument
    public static let serviceCode = ServiceCode(.identity, 12)

    public var account: AccountID
    public var name: DocumentName

    enum CodingKeys: Int, CodingKey { case account = 0, name }

    public init(account: AccountID, name: DocumentName) { (self.account, self.name) = (account, name) }
}

/// Writes a document by `Mode`. Errors: `notFound` for a missing account, or a missing document to merge into;
/// `conflict` if the document to create exists; `invalidRequest` if it is no JSON object or nested more than 32 deep;
/// `payloadTooLarge` above 16 KiB.
public struct WriteDocument: RequestFromEdge, RequestByAccount {
    public typealias Reply = AccountDocument
    public static let serviceCode = ServiceCode(.identity, 13)

    public enum Mode: String, Codable, Sendable {
        case create
        /// Each given member replaces the stored member of the same name. The document must exist.
        case merge
        /// The given content replaces the whole document, which need not exist.
        case replace
    }

    public var account: AccountID
    public var name: DocumentName
    public var mode: Mode
    /// The content: a JSON object, in UTF-8.
    public var json: Personal<String>

    enum CodingKeys: Int, CodingKey { case account = 0, name, mode, json }

    public init(account: AccountID, name: DocumentName, mode: Mode, json: Personal<String>) {
        (self.account, self.name, self.mode, self.json) = (account, name, mode, json)
    }
}
