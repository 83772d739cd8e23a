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

    public init(_ json: JSONValue) throws(JSONShapeError) { self = try json.needed("data", as: Content.self).body }

    public func write(to json: inout JSONObject) {
        json.beginEnvelope()
        json.set("token", token)
        json.set("data", Content(body: self))
    }

    /// What stands in the envelope.
    private struct Content: JSONConvertible {
        let body: SignedInResponse

        init(body: SignedInResponse) { self.body = body }

        init(_ json: JSONValue) throws(JSONShapeError) {
            body = SignedInResponse(
                token: try json.needed("token"), refreshToken: try json.optional("sessionToken"),
                expiresIn: try json.optional("expiresIn"), user: try json.optional("user"),
                session: try json.optional("session"))
        }

        func write(to json: inout JSONObject) {
            json.set("user", body.user)
            json.set("sessionToken", body.refreshToken)
            json.set("session", body.session)
            json.set("token", body.token)
            json.set("expiresIn", body.expiresIn)
        }
    }
}
