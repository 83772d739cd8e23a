// What an app gets its next tokens with: the body of POST auth/refresh.

public import BaliseJSON

/// The token that is to be exchanged for the next one: the refresh token where there is one, else the access token,
/// which may be over.
public struct RefreshSessionRequest: JSONConvertible, Hashable {
    /// It counts once.
    public var refreshToken: SecretString?
    /// The token that calls are made with.
    public var accessToken: SecretString?

    /// Makes a body of these members; nil leaves one out.
    public init(refreshToken: SecretString? = nil, accessToken: SecretString? = nil) {
        self.refreshToken = refreshToken
        self.accessToken = accessToken
    }

    public init(_ json: JSONValue) throws(JSONShapeError) {
        refreshToken = try json.optional("sessionToken")
        accessToken = try json.optional("token")
    }

    public func write(to json: inout JSONObject) {
        json.set("sessionToken", refreshToken)
        json.set("token", accessToken)
    }
}
