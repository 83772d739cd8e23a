// How an erasure stands, as the service tells that keeps it.

/// Finds an erasure.
///
/// Errors: `notFound` when there is none with this id, when its secret is another one, when it was kept long enough, or
/// when its person took it back.
public struct FindErasure: ServiceRequest {
    public typealias Reply = Erasure
    public static let service = ServiceName.identity
    public static let code = MessageCode(.identity, 41)
    public static let senders: Set<ServiceName> = [.authSession]
    public static let isIdempotent = true

    public var id: ErasureID
    /// What the person got with the id; nil when an operator asks.
    public var secret: SecretText?

    enum CodingKeys: Int, CodingKey { case id = 0, secret }

    public init(id: ErasureID, secret: SecretText?) {
        self.id = id
        self.secret = secret
    }
}
