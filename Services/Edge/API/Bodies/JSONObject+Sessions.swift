// Sessions and their tokens, in the forms in which the apps read them.

import HTTPInterface
import HTTPTypes
import Models

extension JSONObject {
    /// A session as a person sees it in the list of theirs.
    init(session: SessionSummary, isCurrent: Bool) {
        self.init()
        let client = session.client
        func shown(_ text: String?) -> String? { text ?? session.unknownText }
        set("id", session.session.text)
        setOrNull("deviceName", shown(client.deviceModel ?? client.osName))
        setOrNull("deviceType", shown(client.deviceType))
        setOrNull("deviceVendor", shown(client.deviceVendor))
        setOrNull("deviceModel", shown(client.deviceModel))
        setOrNull("osName", shown(client.osName))
        setOrNull("osVersion", shown(client.osVersion))
        setOrNull("appVersion", shown(client.appVersion))
        setOrNull("userAgent", shown(client.userAgent))
        set("isMobile", client.isMobile ?? false)
        setOrNull("ipAddress", shown(client.ipAddress?.value))
        setOrNull("country", shown(client.country?.value))
        setOrNull("city", shown(client.city?.value))
        setOrNull("timezone", shown(client.timezone))
        setOrNull("location", shown(client.location?.value))
        set("createdAt", session.createdAt)
        set("lastActivityAt", session.lastActivityAt)
        set("expiresAt", session.expiresAt)
        set("isCurrentSession", isCurrent)
        set("isTrusted", session.isRemembered)
    }

    /// A session as it is told to whoever has just signed in.
    init(begunSession session: SessionSummary) {
        self.init()
        func shown(_ text: String?) -> String? { text ?? session.unknownText }
        set("id", session.session.text)
        setOrNull("deviceType", shown(session.client.deviceType))
        setOrNull("osName", shown(session.client.osName))
        setOrNull("location", shown(session.client.location?.value))
        set("isMobile", session.client.isMobile ?? false)
        set("createdAt", session.createdAt)
    }
}

extension SessionSummary {
    /// What stands for a text that nobody knows: `null`, or an empty one where the door keeps none on purpose.
    fileprivate var unknownText: String? { door.keepsClientInfo ? nil : "" }
}

extension APICall {
    /// The answer to someone who has just signed in. One app reads `token` at the top, the other one in `data`.
    ///
    /// - Parameter withRefreshToken: Whether the app has a place for the refresh token. One that has not refreshes with
    ///   its access token.
    func signedIn(
        _ reply: SignedIn, status: Answer.Status, withRefreshToken: Bool
    ) throws(EdgeError) -> Answer {
        let tokens = reply.tokens
        var data = JSONObject()
        data.set("user", JSONObject(envelopedUser: reply.profile))
        if withRefreshToken { data.set("sessionToken", tokens.refreshToken?.value) }
        data.set("session", JSONObject(begunSession: reply.session))
        return try answer(data, token: tokens, end: tokens.accessExpiresAt ?? reply.session.expiresAt, status)
    }

    /// The answer to an app that got its next tokens.
    ///
    /// - Parameter profile: Nil when it cannot be read at the moment; the app has one.
    func refreshed(_ tokens: SessionTokens, _ profile: AccountProfile?) throws(EdgeError) -> Answer {
        var data = JSONObject()
        if let profile { data.set("user", JSONObject(envelopedUser: profile)) }
        data.set("sessionToken", tokens.refreshToken?.value)
        return try answer(data, token: tokens, end: tokens.accessExpiresAt, .ok)
    }

    private func answer(
        _ data: JSONObject, token tokens: SessionTokens, end: UnixTime?, _ status: Answer.Status
    ) throws(EdgeError) -> Answer {
        guard let token = tokens.accessToken ?? tokens.secret else {
            var error = EdgeError(.internalFailure, "")
            error.cause = "a session came without a token"
            throw error
        }
        var data = data
        data.set("token", token.value)
        data.set("expiresIn", end.map(seconds(until:)))
        return .enveloped(data, status: status) { $0.set("token", token.value) }
    }
}
