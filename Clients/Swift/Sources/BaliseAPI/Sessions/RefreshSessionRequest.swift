// What an app gets its next tokens with: the body of POST auth/refresh.

public import BaliseJSON

/// The token that is to be exchanged for the next one: the refresh token where there is one, else an access token that
/// has not expired.
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

    private enum CodingKeys: String, CodingKey {
        case refreshToken = "sessionToken"
        case accessToken = "token"
    }

    /// What is said to whoever shows no token.
    public static let missingToken = JSONShapeError(.missing, at: CodingKeys.refreshToken)
}

/// Apps that are older than Balise send members of their own.
extension RefreshSessionRequest: JSONOpenObject {}
