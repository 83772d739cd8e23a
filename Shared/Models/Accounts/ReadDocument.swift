/// Errors: `notFound` for a missing account or document.
public struct ReadDocument: RequestFromEdge {
    public typealias Reply = AccountDocument
    public static let service = ServiceName.identity
    public static let code = MessageCode(.identity, 12)
    public static let isIdempotent = true
    public var routingKey: RoutingKey? { RoutingKey(account) }

    public var account: AccountID
    public var name: DocumentName

    enum CodingKeys: Int, CodingKey { case account = 0, name }

    public init(account: AccountID, name: DocumentName) {
        self.account = account
        self.name = name
    }
}
