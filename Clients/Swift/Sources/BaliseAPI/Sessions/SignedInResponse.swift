// What signing in, registering and refreshing answer.

public import BaliseJSON

/// The tokens of somebody who has signed in, registered or refreshed, and who they are.
///
/// The access token stands twice: one app reads it at the top, the other one in `data`.
public struct SignedInResponse: JSONConvertible, Hashable {
    /// What is shown with every call.
    public var token: SecretString
    /// What the next tokens are got with; where it is nil, that is `token`.
    public var refreshToken: SecretString?
    /// Seconds until the token, or the session where its token does not change, is over; nil when that is not known.
    public var expiresIn: Int64?
    /// Nil when it cannot be told at the moment, which only a refresh leaves out.
    public var user: BaliseUser?
    /// Nil in the answer to a refresh.
    public var session: StartedSession?

    /// Makes a body of these members; nil leaves one out.
    public init(
        token: SecretString, refreshToken: SecretString? = nil, expiresIn: Int64? = nil, user: BaliseUser? = nil,
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

    /// The form on the wire: one app reads the token at the top, the other all in the envelope.
    private struct Wire: Codable {
        var success = AlwaysTrue()
        var token: SecretString?
        var data: Content

        struct Content: Codable {
            var user: BaliseUser?
            var sessionToken: SecretString?
            var session: StartedSession?
            var token: SecretString
            var expiresIn: Int64?
        }
    }
}
