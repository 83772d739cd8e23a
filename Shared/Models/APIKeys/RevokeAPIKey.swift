/// Revokes an API key at once. Revoking it again succeeds.
///
/// Errors: `notFound`.
public struct RevokeAPIKey: ServiceRequest, OperatorAct {
    public typealias Reply = Done
    public static let service = ServiceName.authSession
    public static let code = MessageCode(.authSession, 12)
    public static let isIdempotent = true
    public var ends: EndedCredentials { .announced }

    public var id: APIKeyID

    enum CodingKeys: Int, CodingKey { case id = 0 }

    public init(id: APIKeyID) {
        self.id = id
    }
}

extension RevokeAPIKey {
    public var audited: AuditedSubject { AuditedSubject(key: id) }
}
