public import BaliseJSON

/// The tokens and the user: the answer of signing in, registering and refreshing.
///
/// In JSON the access token appears twice: one app reads it at the top, another in `data`.
public struct SignedInResponse: JSONConvertible, Hashable {
    /// The access token.
    public var token: SecretText
    /// Refreshes the tokens; if it is nil, `token` does.
    public var refreshToken: SecretText?
    /// The seconds until the token expires, or the session if its token does not change; nil if unknown.
    public var expiresIn: Int64?
    /// Nil only in the answer to a refresh, if the profile is unavailable at the moment.
    public var user: BaliseUser?
    /// Nil in the answer to a refresh.
    public var session: StartedSession?

    /// Makes a body of these members; nil leaves one out.
    public init(
        token: SecretText, refreshToken: SecretText? = nil, expiresIn: Int64? = nil, user: BaliseUser? = nil,
        session: StartedSession? = nil
    ) {
        self.token = token
        self.refreshToken = refreshToken
        self.expiresIn = expiresIn
        self.user = user
        self.session = session
    }

    public init(from decoder: any Decoder) throws {
        let content = try Wire(from: decoder).data
        self.init(
            token: content.token, refreshToken: content.sessionToken, expiresIn: content.expiresIn, user: content.user,
            session: content.session)
    }

    public func encode(to encoder: any Encoder) throws {
        try Wire(
            token: token,
            data: Wire.Content(
                user: user, sessionToken: refreshToken, session: session, token: token, expiresIn: expiresIn)
        ).encode(to: encoder)
    }

    /// The JSON form: one app reads the token at the top, another reads everything in the envelope.
    private struct Wire: Codable {
        var success = AlwaysTrue()
        var token: SecretText?
        var data: Content

        struct Content: Codable {
            var user: BaliseUser?
            var sessionToken: SecretText?
            var session: StartedSession?
            var token: SecretText
            var expiresIn: Int64?
        }
    }
}
