import BaliseAPI
import Models

/// Takes a refresh token, or an access token that has not expired; the refresh token if both are present.
func refreshSession(_ call: APICall) async throws(EdgeError) -> Answer {
    let body = try call.body(as: RefreshSessionRequest.self)
    guard let token = body.refreshToken ?? body.accessToken else { throw EdgeError(RefreshSessionRequest.missingToken) }
    let reply = try await call.sendSecret(RefreshSession(token: token))
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

/// Short, because the app already has a profile.
private let timeoutForProfile = Duration.milliseconds(300)

func signOut(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    try await call.send(EndSession(account: caller.account, session: caller.session), done: "You are signed out.")
}

func endSession(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    guard let id = call.request.parameters.first, let session = SessionID(id) else { throw EdgeError(.notFound, "") }
    return try await call.send(
        EndSession(account: caller.account, session: session), done: "The session has ended.")
}

func listSessions(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let sessions = try await call.send(ListSessions(account: caller.account))
    return .enveloped(
        SessionListResponse(
            sessions: sessions.map { BaliseSession($0, isCurrent: $0.session == caller.session) },
            totalCount: sessions.count))
}

func endOtherSessions(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let reply = try await call.send(EndOtherSessions(account: caller.account, kept: caller.session))
    return .body(EndOtherSessionsResponse(message: "The other sessions have ended.", revokedCount: reply.count))
}
