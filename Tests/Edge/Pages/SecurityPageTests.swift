@testable import Edge

@Suite(.timeLimit(.minutes(10))) struct SecurityPageTests {
    private static let path = "/account/security"
    /// Ada has a second step, and Ben has none.
    private static func cookies(_ token: String) -> [(String, String)] {
        [("Cookie", "balise_form=p1; balise=\(token)")]
    }

    private static func services(isVerified: Bool = false, hasStep: Bool = false) -> ScriptedServices {
        let services = ScriptedServices.people().answering(GetSecondStep.self) { _ in
            hasStep ? SecondStepStatus(confirmedAt: People.earlier, recoveryCodesLeft: 9) : SecondStepStatus()
        }
        services.on(GetProfile.self) { message in
            changing(People.profile(message.account)) { $0.emailVerifiedAt = isVerified ? People.now : nil }
        }
        return services
    }

    private func post(
        _ form: String, _ services: ScriptedServices, headers: [(String, String)] = SecurityPageTests.cookies("ada")
    ) async throws -> TestResponse { try await services.postForm(Self.path, form + "&proof=p1", headers: headers) }

    @Test(arguments: [true, false])
    func showsHowTheAccountStands(_ isProtected: Bool) async throws {
        let services = Self.services(isVerified: isProtected, hasStep: isProtected)
        let response = try await services.ask("GET", Self.path, headers: Self.cookies("ada"))
        #expect(response.status == 200 && response.header("Cache-Control") == "no-store")
        for action in ["renew-codes", "remove-second-step"] {
            #expect(response.body.contains(#"value="\#(action)""#) == isProtected)
        }
        for action in ["begin-second-step", "send-email-code"] {
            #expect(response.body.contains(#"value="\#(action)""#) == !isProtected)
        }
        #expect(response.body.contains("<bdi>ada@example.org</bdi>") && !response.body.contains("<script"))
        let cookie = try #require(response.header("Set-Cookie"))
        let proof = try #require(cookie.firstMatch(of: #/^balise_form=([A-Za-z0-9_-]{20,}); /#))
        #expect(response.body.contains(#"name="proof" value="\#(proof.1)""#))
    }

    @Test(arguments: [("en", "Confirmed: no"), ("fr", "Confirmée : non")])
    func putsTheColonAsTheLanguageDoes(_ language: String, _ text: String) async throws {
        let response = try await Self.services().ask(
            "GET", Self.path, headers: Self.cookies("ada") + [("Accept-Language", language)])
        #expect(response.body.contains(text))
    }

    @Test func signsIn() async throws {
        let services = Self.services()
        let form = "action=sign-in&login=ada&password=correct+horse"
        try await withEdge(services) { edge in
            let anybody = try await edge.request("GET", Self.path)
            #expect(anybody.status == 200 && anybody.body.contains(#"value="sign-in""#))
            let proof = [("Cookie", "balise_form=p1")]
            let entered = try await edge.postForm(Self.path, form + "&proof=p1", headers: proof)
            #expect(entered.status == 302 && entered.header("Location") == Self.path)
            #expect(entered.headers.contains { $0.value.hasPrefix("balise=jwt; ") })
            services.on(SignIn.self) { _ throws(BusError) in
                throw .refused(ServiceError(.secondStepNeeded, "", ticket: Personal("t1")))
            }
            let stepping = try await edge.postForm(Self.path, form + "&proof=p1", headers: proof)
            #expect(stepping.status == 200 && stepping.body.contains(#"name="ticket" value="t1""#))
            services.on(SignIn.self) { _ throws(BusError) in throw .refused(ServiceError(.wrongCredentials, "")) }
            let wrong = try await edge.postForm(Self.path, form + "&proof=p1", headers: proof)
            #expect(wrong.status == 400 && wrong.body.contains("The name or the password is wrong."))
            #expect(!wrong.body.contains("correct horse"))
        }
        let message = try #require(services.received(SignIn.self).first)
        #expect(message.login.value == "ada" && message.kind == .rotating && !message.isRemembered)
    }

    @Test func setsUpASecondStep() async throws {
        let services = Self.services()
        let begun = try await post("action=begin-second-step", services)
        #expect(begun.status == 200 && begun.body.contains("<code>JBSWY3DPEHPK3PXP</code>"))
        #expect(begun.body.contains(#"href="otpauth://totp/Example:ada""#))
        #expect(begun.body.contains(#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 "#))
        #expect(begun.body.contains(#"value="confirm-second-step""#))
        let confirmed = try await post("action=confirm-second-step&code=123+456", services)
        #expect(confirmed.status == 200 && confirmed.body.contains("<code>ABCD-EFGH-IJKL-MNOP</code>"))
        #expect(services.received(ConfirmTOTP.self).first?.shownCode.value == "123 456")
        services.on(ConfirmTOTP.self) { _ throws(BusError) in throw .refused(ServiceError(.codeMismatch, "")) }
        let wrong = try await post("action=confirm-second-step&code=1", services)
        #expect(wrong.status == 400 && wrong.body.contains(#"value="confirm-second-step""#))
        #expect(wrong.body.contains(#"role="alert""#))
    }

    @Test(arguments: [("renew-codes", "ABCD-EFGH-IJKL-MNOP"), ("remove-second-step", "The second step is off.")])
    func changesItWithAProof(_ action: String, _ text: String) async throws {
        let services = Self.services(hasStep: true)
        let done = try await post("action=\(action)&password=correct+horse", services)
        #expect(done.status == 200 && done.body.contains(text))
        let proofs =
            services.received(Proven<RenewRecoveryCodes>.self).compactMap(\.proof)
            + services.received(Proven<RemoveTOTP>.self).compactMap(\.proof)
        #expect(proofs.map(\.password?.value) == ["correct horse"])
    }

    @Test func confirmsTheAddress() async throws {
        let services = Self.services()
        let sent = try await post("action=send-email-code", services)
        #expect(sent.status == 200 && sent.body.contains(#"value="confirm-email""#))
        #expect(services.received(RequestEmailCode.self).map(\.purpose) == [.verification])
        let confirmed = try await post("action=confirm-email&code=12345678", services)
        #expect(confirmed.status == 200 && confirmed.body.contains("Your address is confirmed."))
        #expect(services.received(ConfirmEmail.self).map(\.account) == [People.ada])
    }

    @Test(
        arguments: [
            [], [("Cookie", "balise=ada")], [("Cookie", "balise_form=other; balise=ada")],
        ] as [[(String, String)]])
    func takesNoFormOfAnotherPage(_ headers: [(String, String)]) async throws {
        let services = Self.services()
        for action in ["begin-second-step", "remove-second-step", "sign-in", "send-email-code", "nothing"] {
            let response = try await post("action=\(action)", services, headers: headers)
            #expect(response.status == 400 && response.body.contains(#"href="/account/security""#))
        }
        #expect(services.messages.isEmpty)
    }

    @Test func asksASignedOutUserToSignIn() async throws {
        let services = Self.services()
        let response = try await post(
            "action=begin-second-step", services, headers: [("Cookie", "balise_form=p1; balise=unknown")])
        #expect(response.status == 200 && response.body.contains(#"value="sign-in""#))
        #expect(services.received(BeginTOTP.self).isEmpty)
    }

    @Test func isAPageAlsoWhereItFails() async throws {
        let services = Self.services()
        services.on(BeginTOTP.self) { _ throws(BusError) in throw .refused(ServiceError(.unavailable, "")) }
        let response = try await post(
            "action=begin-second-step", services, headers: Self.cookies("ada") + [("Accept-Language", "fr")])
        #expect(response.status == 503 && response.body.contains("<h1>Cela n’a pas marché</h1>"))
    }
}
