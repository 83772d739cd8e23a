import BaliseAPI
import Models

/// Refreshes a session by a refresh token, or by an access token that has not expired. A refresh token goes first.
func refreshSession(_ call: APICall) async throws(EdgeError) -> Answer {
    let body = try call.body(as: RefreshSessionRequest.self)
    guard let token = body.refreshToken ?? body.accessToken else { throw EdgeError(RefreshSessionRequest.missingToken) }
    let reply = try await call.sendSecret(RefreshSession(token: token))
    let profile: AccountProfile?
    do {
        profile = try await call.profile(of: reply.account, within: timeoutForProfile)
    } catch {
        // The refresh token is used up, so the new token must reach the app even if the profile cannot be read.
        guard error.code != .accountGone else { throw error }
        profile = nil
    }
    return try call.refreshed(reply.tokens, profile)
}

/// The wait for the profile. It is short, because the app already has a profile.
private let timeoutForProfile = Duration.milliseconds(300)

func signOut(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    try await call.send(EndSession(account: caller.account, session: caller.session), done: "You are signed out.")
}

func endSession(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    guard let id = call.request.parameters.first, let session = SessionID(id) else { throw EdgeError(.notFound, "") }
    return try await call.send(EndSession(account: caller.account, session: session), done: "The session has ended.")
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

extension BaliseSession {
    init(_ session: SessionSummary, isCurrent: Bool) {
        let client = session.client
        let browser = Browser(userAgent: client.userAgent)
        func shown(_ text: String?) -> String? { text ?? session.unknownText }
        self.init(
            id: session.session.text, deviceName: shown(client.deviceModel ?? browser?.text ?? client.osName),
            deviceType: shown(client.deviceType), deviceVendor: shown(client.deviceVendor),
            deviceModel: shown(client.deviceModel), osName: shown(client.osName), osVersion: shown(client.osVersion),
            browserName: shown(browser?.name), browserVersion: shown(browser?.version),
            appVersion: shown(client.appVersion), userAgent: shown(client.userAgent),
            isMobile: client.isMobile ?? false, ipAddress: shown(client.ipAddress?.value),
            country: shown(client.country?.value), city: shown(client.city?.value), timezone: shown(client.timezone),
            location: shown(client.location?.value), createdAt: session.createdAt.date,
            lastActivityAt: session.lastActivityAt.date, expiresAt: session.expiresAt.date,
            isCurrentSession: isCurrent, isTrusted: session.isRemembered)
    }
}

extension StartedSession {
    init(_ session: SessionSummary) {
        func shown(_ text: String?) -> String? { text ?? session.unknownText }
        self.init(
            id: session.session.text, deviceType: shown(session.client.deviceType),
            browserName: shown(Browser(userAgent: session.client.userAgent)?.name),
            osName: shown(session.client.osName), location: shown(session.client.location?.value),
            isMobile: session.client.isMobile ?? false, createdAt: session.createdAt.date)
    }
}

extension SessionSummary {
    /// The value for an unknown text: `null`, or "" if the sign-in method keeps no client data on purpose.
    fileprivate var unknownText: String? { signInMethod.keepsClientInfo ? nil : "" }
}

extension APICall {
    func signedIn(_ reply: SignedIn) throws(EdgeError) -> Answer {
        let tokens = reply.tokens
        let end = tokens.accessExpiresAt ?? reply.session.expiresAt
        return .body(
            SignedInResponse(
                token: try token(of: tokens), refreshToken: tokens.refreshToken, expiresIn: seconds(until: end),
                user: BaliseUser(reply.profile, profileFields), session: StartedSession(reply.session)))
    }

    /// - Parameter profile: The profile; nil if it cannot be read now, because the app already has one.
    func refreshed(_ tokens: SessionTokens, _ profile: AccountProfile?) throws(EdgeError) -> Answer {
        .body(
            SignedInResponse(
                token: try token(of: tokens), refreshToken: tokens.refreshToken,
                expiresIn: tokens.accessExpiresAt.map(seconds(until:)),
                user: profile.map { BaliseUser($0, profileFields) }))
    }

    private func token(of tokens: SessionTokens) throws(EdgeError) -> SecretText {
        guard let token = tokens.accessToken ?? tokens.secret else {
            throw .internalFailure("a session came without a token")
        }
        return token
    }
}
