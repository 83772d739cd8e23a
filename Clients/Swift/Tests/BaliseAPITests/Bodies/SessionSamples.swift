// Envelopes, errors and the bodies of the calls for sessions.

import BaliseAPI

extension BodySample {
    static let envelopes = [
        BodySample(
            ResponseEnvelope(DeviceKeyResponse(deviceKey: SecretString("key"))),
            #"{"success":true,"data":{"deviceKey":"key"}}"#,
            needs: ["data"]),
        BodySample(
            ResponseEnvelope(PositionKeptResponse(kept: true)), #"{"success":true,"data":{"kept":true}}"#,
            needs: ["data"]),
        BodySample(
            DoneResponse(message: "You are signed out."),
            #"{"success":true,"message":"You are signed out.","data":{}}"#, needs: ["message"]),
        BodySample(
            BaliseErrorResponse(code: "TOKEN_EXPIRED", message: "Token expired", title: "token_expired"),
            #"{"error":"TOKEN_EXPIRED","message":"Token expired","code":"TOKEN_EXPIRED","title":"token_expired"}"#,
            needs: ["message", "code", "title"]),
    ]

    private static let begun = StartedSession(
        id: "c4f6", deviceType: "mobile", browserName: "Firefox", osName: nil, location: "", isMobile: true,
        createdAt: earlier)
    private static let begunText =
        #"{"id":"c4f6","deviceType":"mobile","browserName":"Firefox","osName":null,"location":"","isMobile":true,"#
        + #""createdAt":"2026-01-01T00:00:00Z"}"#
    private static let user = BaliseUser(id: "5f0c", username: "ada", createdAt: earlier, updatedAt: now)
    private static let userText = #"{"id":"5f0c","username":"ada",\#(times)}"#

    static let sessions = [
        BodySample(
            SignInRequest(username: "ada", password: SecretString("pass word"), rememberDevice: false),
            #"{"username":"ada","password":"pass word","rememberDevice":false}"#, needs: ["password"]),
        BodySample(
            SignInRequest(email: "ada@example.org", password: SecretString("pass word")),
            #"{"email":"ada@example.org","password":"pass word"}"#, needs: ["password"]),
        BodySample(
            SignInWithAppleRequest(
                identityToken: SecretString("a.b.c"), nonce: SecretString("n"), authorizationCode: SecretString("c"),
                kind: .opaque),
            #"{"identityToken":"a.b.c","nonce":"n","authorizationCode":"c","kind":"opaque"}"#,
            needs: ["identityToken"]),
        BodySample(RefreshSessionRequest(refreshToken: SecretString("br_1")), #"{"sessionToken":"br_1"}"#),
        BodySample(RefreshSessionRequest(accessToken: SecretString("jwt")), #"{"token":"jwt"}"#),
        BodySample(begun, begunText, needs: ["id", "isMobile", "createdAt"]),
        BodySample(
            SignedInResponse(
                token: SecretString("jwt"), refreshToken: SecretString("br_1"), expiresIn: 3600, user: user,
                session: begun),
            #"{"success":true,"token":"jwt","data":{"user":\#(userText),"sessionToken":"br_1","#
                + #""session":\#(begunText),"token":"jwt","expiresIn":3600}}"#,
            needs: ["data"]),
        BodySample(
            SignedInResponse(token: SecretString("jwt")), #"{"success":true,"token":"jwt","data":{"token":"jwt"}}"#,
            needs: ["data"]),
        BodySample(
            SessionListResponse(sessions: [session], totalCount: 1), #"{"sessions":[\#(sessionText)],"totalCount":1}"#,
            needs: ["sessions", "totalCount"]),
        BodySample(
            session, sessionText,
            needs: [
                "id", "isMobile", "createdAt", "lastActivityAt", "expiresAt", "isCurrentSession", "isTrusted",
            ]),
        BodySample(
            EndOtherSessionsResponse(message: "Ended.", revokedCount: 2),
            #"{"success":true,"message":"Ended.","revokedCount":2,"data":{}}"#, needs: ["message", "revokedCount"]),
    ]

    private static let session = BaliseSession(
        id: "c4f6", deviceName: "iPhone16,1", deviceType: "mobile", deviceVendor: "Apple", deviceModel: "iPhone16,1",
        osName: "iOS", osVersion: "17.5.1", browserName: "Safari", browserVersion: "17.5", appVersion: "1.0.0",
        userAgent: "App/1", isMobile: true,
        ipAddress: "192.0.2.1", country: "FR", city: nil, timezone: "Europe/Paris", location: nil, createdAt: earlier,
        lastActivityAt: now, expiresAt: now, isCurrentSession: true, isTrusted: false)
    private static let sessionText =
        #"{"id":"c4f6","deviceName":"iPhone16,1","deviceType":"mobile","deviceVendor":"Apple","#
        + #""deviceModel":"iPhone16,1","osName":"iOS","osVersion":"17.5.1","browserName":"Safari","browserVersion":"17.5","#
        + #""appVersion":"1.0.0","userAgent":"App/1","#
        + #""isMobile":true,"ipAddress":"192.0.2.1","country":"FR","city":null,"timezone":"Europe/Paris","#
        + #""location":null,"createdAt":"2026-01-01T00:00:00Z","lastActivityAt":"2026-01-31T12:00:00Z","#
        + #""expiresAt":"2026-01-31T12:00:00Z","isCurrentSession":true,"isTrusted":false}"#

    static let tokens = [
        BodySample(
            TokenExchangeResponse(
                accessToken: SecretString("jwt"), issuedTokenType: .jwt, expiresIn: 600, program: "lyon"),
            #"{"access_token":"jwt","issued_token_type":"urn:ietf:params:oauth:token-type:jwt","#
                + #""token_type":"Bearer","expires_in":600,"program":"lyon"}"#,
            needs: ["access_token", "issued_token_type", "token_type", "expires_in"]),
        BodySample(
            OAuthErrorResponse(
                error: "invalid_request", errorDescription: "the token expired", code: "TOKEN_EXPIRED",
                title: "token_expired"),
            #"{"error":"invalid_request","error_description":"the token expired","code":"TOKEN_EXPIRED","#
                + #""title":"token_expired"}"#,
            needs: ["error", "error_description"]),
    ]
}
