public import BaliseJSON

/// The token to exchange for the next one: the body of POST auth/refresh. It is the refresh token if there is one, else
/// an access token that has not expired.
public struct RefreshSessionRequest: JSONConvertible, Hashable {
    /// Valid once.
    public var refreshToken: SecretText?
    /// The access token.
    public var accessToken: SecretText?

    /// Makes a body of these members; nil leaves one out.
    public init(refreshToken: SecretText? = nil, accessToken: SecretText? = nil) {
        self.refreshToken = refreshToken
        self.accessToken = accessToken
    }

    private enum CodingKeys: String, CodingKey {
        case refreshToken = "sessionToken"
        case accessToken = "token"
    }

    /// The error for a body without a token.
    public static let missingToken = JSONShapeError(.missing, at: CodingKeys.refreshToken)
}

/// Apps from before Balise send members of their own.
extension RefreshSessionRequest: JSONOpenObject {}
