public import BaliseJSON

/// A name and a password: the body of POST auth/login and auth/authenticate. With a `username`, the session's tokens
/// are refreshed. With an `email`, one token is valid for the whole session.
public struct SignInRequest: JSONOpenObject, JSONChecked, Hashable {
    /// The sign-in name. It takes precedence over `email`.
    public var username: String?
    /// The e-mail address, as a sign-in name.
    public var email: String?
    /// The password, as the user typed it.
    public var password: SecretText
    /// Whether the session survives a long time without use: by default 365 days instead of 30. Nil means true.
    public var rememberDevice: Bool?
    /// Whether to cancel a planned erasure of the account; nil means false.
    public var cancelErasure: Bool?

    public init(
        username: String? = nil, email: String? = nil, password: SecretText, rememberDevice: Bool? = nil,
        cancelErasure: Bool? = nil
    ) {
        (self.username, self.email, self.password) = (username, email, password)
        (self.rememberDevice, self.cancelErasure) = (rememberDevice, cancelErasure)
    }

    /// The error for a body with neither name.
    public static let missingName = JSONShapeError(missing: CodingKeys.email, or: CodingKeys.username)

    public var shapeErrors: [JSONShapeError] {
        username == nil && email == nil ? [SignInRequest.missingName] : []
    }
}

/// The system's result of a sign-in with Apple: the body of POST auth/apple.
public struct SignInWithAppleRequest: JSONConvertible, Hashable {
    /// Apple's identity token, a JWT.
    public var identityToken: SecretText
    /// The text whose SHA-256, in hexadecimal digits, the app gave to Apple's sheet; nil when it gave no nonce.
    public var nonce: SecretText?
    /// Apple's code, which lets the server inform Apple when the account is erased.
    public var authorizationCode: SecretText?
    /// The web page to which Apple returned with the code; nil for an app.
    public var redirectUri: String?
    /// Whether the session's tokens are refreshed; nil means refreshed tokens.
    public var kind: SessionKind?
    /// Whether to cancel a planned erasure of the account; nil means false.
    public var cancelErasure: Bool?

    public init(
        identityToken: SecretText, nonce: SecretText? = nil, authorizationCode: SecretText? = nil,
        kind: SessionKind? = nil, cancelErasure: Bool? = nil, redirectUri: String? = nil
    ) {
        (self.identityToken, self.nonce, self.authorizationCode) = (identityToken, nonce, authorizationCode)
        (self.kind, self.cancelErasure, self.redirectUri) = (kind, cancelErasure, redirectUri)
    }
}

/// Apple's notification about a user: the body of POST auth/apple/notifications. Apple may add members.
public struct AppleNotification: JSONOpenObject, Hashable {
    /// The event, signed by Apple.
    public var payload: SecretText

    public init(payload: SecretText) { self.payload = payload }
}

/// The code from a sign-in at an identity provider, to be exchanged for a session: the body of POST auth/provider.
public struct RedeemSignInCodeRequest: JSONConvertible, Hashable {
    /// The code from the address that reopened the app. It is valid once, for five minutes.
    public var code: SecretText
    /// The code verifier: the text whose SHA-256 the sign-in began with (RFC 7636).
    public var codeVerifier: SecretText
    /// The password of the account that has the provider's verified address, to link it; nil to link nothing.
    public var password: SecretText?
    /// Whether to create a separate account although another account has that address; nil means false.
    public var makeAccount: Bool?
    /// Whether to cancel a planned erasure of the account; nil means false.
    public var cancelErasure: Bool?
    /// Whether the session's tokens are refreshed; nil means refreshed tokens.
    public var kind: SessionKind?

    public init(
        code: SecretText, codeVerifier: SecretText, password: SecretText? = nil, makeAccount: Bool? = nil,
        cancelErasure: Bool? = nil, kind: SessionKind? = nil
    ) {
        (self.code, self.codeVerifier, self.password) = (code, codeVerifier, password)
        (self.makeAccount, self.cancelErasure, self.kind) = (makeAccount, cancelErasure, kind)
    }
}

/// The refresh token, or an access token that has not expired: the body of POST auth/refresh.
public struct RefreshSessionRequest: JSONOpenObject, Hashable {
    /// The refresh token, which is valid once.
    public var refreshToken: SecretText?
    /// The access token, for an app without refresh tokens.
    public var accessToken: SecretText?

    public init(refreshToken: SecretText? = nil, accessToken: SecretText? = nil) {
        (self.refreshToken, self.accessToken) = (refreshToken, accessToken)
    }

    private enum CodingKeys: String, CodingKey {
        case refreshToken = "sessionToken"
        case accessToken = "token"
    }

    /// The error for a body without a token.
    public static let missingToken = JSONShapeError(.missing, at: CodingKeys.refreshToken)
}
