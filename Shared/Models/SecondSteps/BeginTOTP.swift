// A person wants codes of an app as the second step of their sign-in.

/// Makes the secret from which an authenticator app makes codes (TOTP, RFC 6238). It counts for nothing until a code of it
/// was shown (`ConfirmTOTP`); another one takes its place until then.
///
/// Errors: `conflict` when the account has one already, `invalidToken` when the session that asks does not count any more,
/// `accountGone`.
public struct BeginTOTP: RequestFromEdge {
    public typealias Reply = TOTPEnrolment
    public static let service = ServiceName.identity
    public static let code = MessageCode(.identity, 65)
    public var routingKey: RoutingKey? { RoutingKey(account) }

    public var account: AccountID
    /// When the person of the session signed in: sessions up to some moment may have ended.
    public var signedInAt: UnixTime?
    /// The session that asks, which may go on where others have ended; nil from versions that did not say.
    public var session: SessionID?

    enum CodingKeys: Int, CodingKey { case account = 0, signedInAt, session }

    public init(account: AccountID, signedInAt: UnixTime?, session: SessionID? = nil) {
        self.account = account
        self.signedInAt = signedInAt
        self.session = session
    }
}

/// What an authenticator app needs to make codes.
public struct TOTPEnrolment: Codable, Sendable {
    /// In base32 (RFC 4648, section 6) without padding, for people who type it.
    public var secret: SecretText
    /// The same with all that goes with it: `otpauth://totp/…`.
    public var uri: SecretText
    /// Until when a code of it can be shown.
    public var expiresAt: UnixTime

    enum CodingKeys: Int, CodingKey { case secret = 0, uri, expiresAt }

    public init(secret: SecretText, uri: SecretText, expiresAt: UnixTime) {
        self.secret = secret
        self.uri = uri
        self.expiresAt = expiresAt
    }
}
