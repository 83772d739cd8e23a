/// Returns the rights of an API key for the secret that `VerifyAPIKeyPasskey` issued.
///
/// Errors: `invalidToken` for an unknown or expired secret and for a revoked key; `tokenExpired` for an expired key.
public struct JudgeAPIKey: RequestFromEdge {
    public typealias Reply = Principal
    public static let service = ServiceName.authSession
    public static let code = MessageCode(.authSession, 34)
    public static let isIdempotent = true

    public var secret: SecretText

    enum CodingKeys: Int, CodingKey { case secret = 1 }

    public init(secret: SecretText) { self.secret = secret }
}
