import BaliseAPI
import Models

/// The body holds a refresh token, or an access token that has not expired. If both are present, the refresh token is
/// used.
func refreshSession(_ call: APICall) async throws(EdgeError) -> Answer {
    let body = try call.body(as: RefreshSessionRequest.self)
    guard let token = body.refreshToken ?? body.accessToken else { throw EdgeError(RefreshSessionRequest.missingToken) }
    let reply = try await call.sendSecret(RefreshSession(token: SecretText(token)))
    let profile: AccountProfile?
    do {
        profile = try await call.profile(of: reply.account, within: timeoutForProfile)
    } catch {
        // The refresh token is used up, so its successor must reach the app even if the profile cannot be read.
        guard error.code != .accountGone else { throw error }
        profile = nil
    }
    return try call.refreshed(reply.tokens, profile)
}

/// The time that the answer waits for the profile. The app already has one.
private let timeoutForProfile = Duration.milliseconds(300)
