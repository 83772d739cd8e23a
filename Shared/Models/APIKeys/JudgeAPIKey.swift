// What an API key is worth whose operator has shown a passkey, and not the key itself.

/// Finds what an API key is worth now, by what its operator got for a passkey (`VerifyAPIKeyPasskey`).
///
/// Errors: `invalidToken` for what was not made here or is over, and for a key that was revoked; `tokenExpired` for one
/// whose time is over.
public struct JudgeAPIKey: RequestFromEdge {
    public typealias Reply = Principal
    public static let service = ServiceName.authSession
    public static let code = MessageCode(.authSession, 34)
    public static let isIdempotent = true

    public var secret: SecretText

    enum CodingKeys: Int, CodingKey { case secret = 1 }

    public init(secret: SecretText) { self.secret = secret }
}
