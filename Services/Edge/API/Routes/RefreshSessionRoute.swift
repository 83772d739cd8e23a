// POST auth/refresh: an app gets its next tokens.

import BaliseAPI
import Models

/// The refresh token counts where there is one, else the access token, which must not be over.
func refreshSession(_ call: APICall) async throws(EdgeError) -> Answer {
    let body = try call.body(as: RefreshSessionRequest.self)
    guard let token = body.refreshToken ?? body.accessToken else { throw EdgeError(RefreshSessionRequest.missingToken) }
    let reply = try await call.sendSecret(RefreshSession(token: SecretText(token)))
    let profile: AccountProfile?
    do {
        profile = try await call.profile(of: reply.account, within: timeoutForProfile)
    } catch {
        // The old token is used up, so its successor has to arrive, whatever else cannot be told at the moment.
        guard error.code != .accountGone else { throw error }
        profile = nil
    }
    return try call.refreshed(reply.tokens, profile)
}

/// How long the next tokens wait for what the app has already.
private let timeoutForProfile = Duration.milliseconds(300)
