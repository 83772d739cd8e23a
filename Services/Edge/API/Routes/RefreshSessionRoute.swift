// POST auth/refresh: an app gets its next tokens.

import BaliseAPI
import Models

/// The body holds a refresh token, or an access token that has not expired. The refresh token counts when both are
/// there.
func refreshSession(_ call: APICall) async throws(EdgeError) -> Answer {
    let body = try call.body(as: RefreshSessionRequest.self)
    guard let token = body.refreshToken ?? body.accessToken else { throw EdgeError(RefreshSessionRequest.missingToken) }
    let reply = try await call.sendSecret(RefreshSession(token: SecretText(token)))
    let profile: AccountProfile?
    do {
        profile = try await call.profile(of: reply.account, within: timeoutForProfile)
    } catch {
        // The shown token is used up, so its successor has to reach the app even when the profile cannot be read.
        guard error.code != .accountGone else { throw error }
        profile = nil
    }
    return try call.refreshed(reply.tokens, profile)
}

/// How long the answer waits for the profile, which the app has already.
private let timeoutForProfile = Duration.milliseconds(300)
