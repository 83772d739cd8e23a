@testable import Edge

extension SampleCall {
    static let ofEcovelo: [SampleCall] = [
        SampleCall("GET", "programs", isForAnybody: true),
        SampleCall("GET", "users/me"),
        SampleCall("DELETE", "users/me"),
        SampleCall("POST", "users/me/phone", #"{"phoneNumber":"+33 6 12 34 56 78"}"#),
        SampleCall("POST", "users/me/phone/confirm", #"{"code":"123456"}"#),
        SampleCall("DELETE", "users/me/phone"),
        SampleCall("POST", "devices", #"{"token":"fcm:0123456789"}"#),
        SampleCall("DELETE", "devices/{token}", with: "fcm%3A0123456789"),
        SampleCall("GET", "cyclists"),
        SampleCall("POST", "cyclists", #"{"phone_number":"+33612345678"}"#),
        SampleCall("POST", "cyclists/confirm", #"{"code":"123456"}"#),
        SampleCall("DELETE", "cyclists"),
    ].map { $0.beneath("/ecovelo/") }
}

@Suite(.timeLimit(.minutes(10))) struct EcoveloWhoAsksTests {
    /// The web app sends an empty field without a signed-in user.
    @Test(
        arguments: SampleCall.ofEcovelo,
        [
            (nil, "AUTHENTICATION_REQUIRED", "Bearer"), ("", "AUTHENTICATION_REQUIRED", "Bearer"),
            ("Basic YTpi", "AUTHENTICATION_REQUIRED", "Bearer"),
            ("expired", "TOKEN_EXPIRED", #"Bearer error="invalid_token", error_description="The token expired""#),
            ("Bearer unknown", "INVALID_TOKEN", #"Bearer error="invalid_token""#),
            ("a,b", "INVALID_TOKEN", #"Bearer error="invalid_token""#),
            ("erased", "USER_NOT_FOUND", #"Bearer error="invalid_token""#),
        ] as [(String?, String, String)])
    func refusesCallersWithoutAccess(
        _ call: SampleCall, _ caller: (token: String?, code: String, challenge: String)
    ) async throws {
        let services = ScriptedServices.riders()
        let response = try await withEdge(services) { edge in
            try await call.ask(edge, as: caller.token.map { [("Authorization", $0)] } ?? [])
        }
        if call.isForAnybody {
            #expect(response.status == 200)
            #expect(services.messages.isEmpty)
        } else {
            #expect(response.status == 401)
            let body = try EcoveloErrorBody(response.body)
            #expect(body.code == caller.code && body.title == "not_authorized")
            #expect(response.header("WWW-Authenticate") == caller.challenge)
            #expect(services.messages.count == services.received(Authenticate.self).count)
        }
    }
}
