/// Errors: `notFound` for an unknown id, a wrong secret, a record past its retention, or a cancelled erasure.
public struct FindErasure: ServiceRequest {
    public typealias Reply = Erasure
    public static let service = ServiceName.identity
    public static let code = MessageCode(.identity, 41)
    public static let senders: Set<ServiceName> = [.authSession]
    public static let isIdempotent = true

    public var id: ErasureID
    /// The secret that the user got with the id; nil for an operator.
    public var secret: SecretText?

    enum CodingKeys: Int, CodingKey { case id = 0, secret }

    public init(id: ErasureID, secret: SecretText?) {
        self.id = id
        self.secret = secret
    }
}
