// An app writes what it keeps with an account.

/// Writes a document of an account.
///
/// Errors: `notFound` when there is no such account, or nothing to merge into; `conflict` when the document is there
/// that is to be created; `invalidRequest` for what is no JSON object, or is nested more than 32 deep;
/// `payloadTooLarge` when the document would have more than 16 KiB.
public struct WriteDocument: RequestFromEdge {
    public typealias Reply = AccountDocument
    public static let service = ServiceName.identity
    public static let code = MessageCode(.identity, 13)
    public var routingKey: RoutingKey? { RoutingKey(account) }

    /// What becomes of the document that is there.
    public enum Mode: String, Codable, Sendable {
        /// There must be none.
        case create
        /// The members given take the place of those of the same name; the others stay. It must be there.
        case merge
        /// It goes. There may be none.
        case replace
    }

    public var account: AccountID
    public var name: DocumentName
    public var mode: Mode
    /// A JSON object, in UTF-8.
    public var json: Personal<String>

    enum CodingKeys: Int, CodingKey { case account = 0, name, mode, json }

    public init(account: AccountID, name: DocumentName, mode: Mode, json: Personal<String>) {
        self.account = account
        self.name = name
        self.mode = mode
        self.json = json
    }
}
