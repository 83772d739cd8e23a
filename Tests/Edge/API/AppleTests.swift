@testable import Edge

@Suite(.timeLimit(.minutes(10))) struct AppleTests {
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

    @Test func handsOverApplesNotification() async throws {
        let services = ScriptedServices.people()
        try await services.post("/api/v1/auth/apple/notifications", #"{"payload":"a.b.c"}"#).expect(200)
        #expect(services.received(TakeAppleNotification.self).map(\.payload.value) == ["a.b.c"])
    }
}
