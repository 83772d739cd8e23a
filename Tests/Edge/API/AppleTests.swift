@testable import Edge

@Suite(.timeLimit(.minutes(10))) struct AppleTests {
    @Test func handsOverWhatTheAppGives() async throws {
        let body = #"{"identityToken":"a.b.c","nonce":"raw","authorizationCode":"code"}"#
        let (response, message) = try await ScriptedServices.people().post(
            "/api/v1/auth/apple", body, for: SignInWithApple.self)
        #expect(message.identityToken.value == "a.b.c" && message.nonce?.value == "raw")
        #expect(message.authorizationCode?.value == "code" && message.kind == .rotating)
        #expect(response.body.contains(#""token":"jwt""#) && response.body.contains(#""sessionToken":"br_next""#))
    }

    @Test(arguments: [
        (#"{"identityToken":"a.b.c"}"#, SessionKind.rotating), (#"{"identityToken":"a.b.c","kind":null}"#, .rotating),
        (#"{"identityToken":"a.b.c","kind":"rotating"}"#, .rotating),
        (#"{"identityToken":"a.b.c","kind":"opaque"}"#, .opaque),
    ])
    func makesTheKindOfSessionThatIsAskedFor(_ body: String, _ kind: SessionKind) async throws {
        let (response, message) = try await ScriptedServices.people().post(
            "/api/v1/auth/apple", body, for: SignInWithApple.self)
        #expect(message.kind == kind && message.nonce == nil && message.authorizationCode == nil)
        #expect(response.body.contains(kind == .opaque ? "bs_secret" : "br_next"))
    }

    @Test(arguments: [
        ("auth/apple", "{}"), ("auth/apple", #"{"identityToken":""}"#), ("auth/apple", #"{"identityToken":1}"#),
        ("auth/apple", #"{"identityToken":"a.b.c","nonce":1}"#), ("auth/apple", #"{"identityToken":"a","kind":"x"}"#),
        ("auth/apple/notifications", "{}"), ("auth/apple/notifications", #"{"payload":{}}"#),
        ("auth/apple/notifications", "[]"),
    ])
    func refusesWhatIsIncomplete(_ path: String, _ body: String) async throws {
        try await ScriptedServices.people().expectMalformed("POST", "/api/v1/" + path, body: body)
    }

    @Test func handsOverWhatAppleTells() async throws {
        let services = ScriptedServices.people()
        try await services.post("/api/v1/auth/apple/notifications", #"{"payload":"a.b.c"}"#).expect(200)
        #expect(services.received(TakeAppleNotification.self).map(\.payload.value) == ["a.b.c"])
    }
}
