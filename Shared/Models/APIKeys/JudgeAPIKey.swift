// What an API key is worth whose operator has shown a passkey, and not the key itself.

/// Finds what an API key is worth now, by its id. The id is no secret, so this says nothing of who asks: the edge has had
/// them show a passkey of the key (`VerifyAPIKeyPasskey`).
///
/// Errors: `invalidToken` for a key that was revoked or that there is not, `tokenExpired` for one whose time is over.
public struct JudgeAPIKey: RequestFromEdge {
    public typealias Reply = Principal
    public static let service = ServiceName.authSession
    public static let code = MessageCode(.authSession, 34)
    public static let isIdempotent = true

    public var id: APIKeyID

    enum CodingKeys: Int, CodingKey { case id = 0 }

    public init(id: APIKeyID) { self.id = id }
}
