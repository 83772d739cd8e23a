@testable import Edge

@Suite(.timeLimit(.minutes(10))) struct EmailCodeTests {
    private let root = "/api/v1/users/me/"

    private func ask(
        _ path: String, _ body: String? = nil, _ services: ScriptedServices = .ofAda()
    ) async throws -> TestResponse { try await services.ask("POST", root + path, body: body) }

    @Test(arguments: [("email/verification", RequestEmailCode.Purpose.verification), ("proof-code", .proof)])
    func asksForACode(_ path: String, _ purpose: RequestEmailCode.Purpose) async throws {
        let services = ScriptedServices.ofAda()
        let response = try await ask(path, nil, services)
        response.expect(
            body: #"{"success":true,"data":{"expiresAt":"2026-01-31T12:10:00Z","nextAt":"2026-01-31T12:01:00Z"}}"#)
        let message = try #require(services.received(RequestEmailCode.self).first)
        #expect(message.account == People.ada && message.purpose == purpose)
        #expect(message.address == nil && message.person == nil)
    }

    @Test(arguments: [
        ("email/verification/confirm", RequestEmailCode.Purpose.verification), ("email/confirm", .change),
    ])
    func showsACode(_ path: String, _ purpose: RequestEmailCode.Purpose) async throws {
        let services = ScriptedServices.ofAda()
        let response = try await ask(path, #"{"code":"1234 5678"}"#, services)
        #expect(response.status == 200 && response.body.contains(#""emailVerifiedAt":"2026-01-31T12:00:00Z""#))
        let message = try #require(services.received(ConfirmEmail.self).first)
        #expect(message.purpose == purpose && message.emailCode.value == "1234 5678")
        // Identity keeps this session.
        #expect(message.session == People.phone && message.signedInAt == People.now)
    }

    @Test func handsOverTheProofWithAnAddress() async throws {
        for (body, check) in [
            (#"{"email":"A@b.c","password":"p"}"#, { $0.password?.value == "p" }),
            (#"{"email":"A@b.c","emailCode":"12345678"}"#, { $0.emailCode?.value == "12345678" }),
            (#"{"email":"A@b.c","identityToken":"a.b.c","nonce":"n"}"#, { $0.nonce?.value == "n" }),
            (#"{"email":"A@b.c"}"#, { $0.password == nil && $0.emailCode == nil }),
        ] as [(String, (PersonProof) -> Bool)] {
            let services = ScriptedServices.ofAda()
            #expect(try await ask("email", body, services).status == 200)
            let message = try #require(services.received(Proven<RequestEmailCode>.self).first)
            #expect(message.act.address?.value == "A@b.c" && message.session == People.phone)
            #expect(message.proof.map(check) == true)
        }
    }

    /// An older session, and an anonymous one, which has no other proof.
    @Test(arguments: [(SignInMethod.password, 401), (.anonymous, 200)])
    func asksForARecentSignIn(_ method: SignInMethod, _ status: Int) async throws {
        let services = ScriptedServices.ofAda()
        services.recogniseAda(by: method, signedIn: 301)
        let response = try await ask("email", #"{"email":"a@b.c"}"#, services).expect(status)
        if status == 200 {
            #expect(services.received(Proven<RequestEmailCode>.self).map { $0.proof == nil } == [true])
        } else {
            #expect(try APIErrorBody(response.body).code == "REAUTHENTICATION_REQUIRED")
        }
    }

    @Test func sendsASignInCode() async throws {
        let services = ScriptedServices.ofAda()
        let response = try await services.post("/api/v1/auth/email-code/request", #"{"email":"Ada@example.org"}"#)
        response.expect(
            body: #"{"success":true,"message":"If an account has confirmed the address, a code is on its way to it.","#
                + #""data":{}}"#)
        #expect(services.received(RequestEmailSignIn.self).map(\.email.value) == ["Ada@example.org"])
    }

    @Test(arguments: [("", SessionKind.rotating, true), (#","kind":"opaque","rememberDevice":false"#, .opaque, false)])
    func signsIn(_ more: String, _ kind: SessionKind, _ isRemembered: Bool) async throws {
        let (response, message) = try await ScriptedServices.ofAda().post(
            "/api/v1/auth/email-code/verify", #"{"email":"a@b.c","code":"12345678"\#(more)}"#,
            for: SignInWithEmailCode.self)
        #expect(response.body.contains(kind == .opaque ? "bs_secret" : "br_next"))
        #expect(message.email.value == "a@b.c" && message.emailCode.value == "12345678")
        #expect(message.kind == kind && message.isRemembered == isRemembered && message.cancelsErasure == nil)
    }
}
