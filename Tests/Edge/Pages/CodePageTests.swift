@testable import Edge

@Suite(.timeLimit(.minutes(10))) struct CodePageTests {
    private static let signIn = "kind=sign-in-code&code=12345678&address=ada%40example.org&proof=p1"
    private static let verification = "kind=email-verification&code=12345678&proof=p1"
    private static let proof = ("Cookie", "balise_form=p1")

    @Test(arguments: [
        ("kind=sign-in-code&address=ada%2B1%40example.org&token=12345678", "<bdi>ada+1@example.org</bdi>"),
        ("kind=email-verification&token=12345678", "confirm that the address is yours"),
        ("kind=email-change&token=%22%3E%3Cb%3E", "&quot;&gt;&lt;b&gt;"),
    ])
    func showsTheCodeAndUsesNothingUp(_ query: String, _ text: String) async throws {
        let services = ScriptedServices.people()
        let response = try await services.ask("GET", "/account/code?\(query)")
        #expect(response.status == 200 && response.body.contains(text))
        #expect(response.body.contains(#"<form method="post" action="/account/code">"#))
        #expect(response.header("Content-Security-Policy")?.contains("form-action 'self'") == true)
        let cookie = try #require(response.header("Set-Cookie"))
        let proof = try #require(
            cookie.firstMatch(of: #/^balise_form=([A-Za-z0-9_-]{20,}); Max-Age=900; Path=/account; /#))
        #expect(cookie.hasSuffix("HttpOnly; SameSite=Strict"))
        #expect(response.body.contains(#"name="proof" value="\#(proof.1)""#))
        #expect(services.messages.isEmpty)
    }

    @Test(arguments: [
        "", "token=12345678", "kind=sign-in-code&token=12345678", "kind=proof-code&token=12345678",
        "kind=email-verification",
    ])
    func saysWhatToDoAboutAnInvalidLink(_ query: String) async throws {
        let response = try await ScriptedServices.people().ask("GET", "/account/code?\(query)")
        #expect(response.status == 400 && response.body.contains("Ask for a new code."))
    }

    @Test func signsIn() async throws {
        let (response, message) = try await ScriptedServices.people().postForm(
            "/account/code", Self.signIn, headers: [Self.proof], for: SignInWithEmailCode.self)
        #expect(response.status == 302 && response.header("Location") == "/account")
        #expect(
            response.headers.contains {
                $0.name.lowercased() == "set-cookie" && $0.value.hasPrefix("balise=jwt; ")
                    && $0.value.contains("SameSite=Strict")
            })
        #expect(message.email.value == "ada@example.org" && message.emailCode.value == "12345678")
        #expect(message.kind == .rotating && !message.isRemembered && message.cancelsErasure == nil)
    }

    /// A page of another site can make the browser post a form, but does not know the cookie.
    @Test(arguments: [[], [("Cookie", "balise_form=other")], [("Cookie", "balise_form=")]] as [[(String, String)]])
    func takesNoFormOfAnotherPage(_ headers: [(String, String)]) async throws {
        let services = ScriptedServices.people()
        try await withEdge(services) { edge in
            for form in [Self.signIn, Self.verification, "ticket=t&step=123456&proof=p1"] {
                try await edge.postForm("/account/code", form, headers: headers).expect(400)
            }
        }
        #expect(services.messages.isEmpty)
    }

    /// A form from another host of the site comes with a cookie that this host has not set.
    @Test func takesOverHTTPSOnlyTheCookieOfThisHost() async throws {
        let https = ("X-Forwarded-Proto", "https")
        let services = ScriptedServices.people()
        try await withEdge(services, configure: { $0.http.trustedProxies = [IPAddressRange("127.0.0.1")!] }) { edge in
            let page = try await edge.request(
                "GET", "/account/code?kind=email-verification&token=12345678", headers: [https])
            let cookie = try #require(page.header("Set-Cookie"))
            #expect(cookie.hasPrefix("__Host-balise-form=") && cookie.contains("; Path=/; "))
            #expect(cookie.hasSuffix("; Secure"))
            let foreign = try await edge.postForm("/account/code", Self.signIn, headers: [https, Self.proof])
            #expect(foreign.status == 400 && services.messages.isEmpty)
            try await edge.postForm(
                "/account/code", Self.signIn,
                headers: [https, ("Cookie", "balise_form=other; __Host-balise-form=p1")]
            ).expect(302)
        }
    }

    @Test func asksForTheSecondStep() async throws {
        let services = ScriptedServices.people().answering(SignInWithEmailCode.self) { _ throws(BusError) in
            throw .refused(ServiceError(.secondStepNeeded, "", ticket: Personal("t<1>")))
        }
        try await withEdge(services) { edge in
            let asked = try await edge.postForm("/account/code", Self.signIn, headers: [Self.proof])
            #expect(asked.status == 200 && asked.header("Set-Cookie") == nil)
            #expect(asked.body.contains(#"name="ticket" value="t&lt;1&gt;""#))
            #expect(asked.body.contains(#"name="step""#))
            for (step, isOfApp) in [
                ("123+456", true), ("%D9%A1%D9%A2%D9%A3-%D9%A4%D9%A5%D9%A6", true), ("ABCD-EFGH-IJKL-MNOP", false),
            ] {
                try await edge.postForm(
                    "/account/code", "ticket=t&step=\(step)&proof=p1", headers: [Self.proof]
                ).expect(302)
                let message = try #require(services.received(TakeSecondStep.self).last)
                #expect((message.shownCode != nil) == isOfApp && (message.recoveryCode != nil) == !isOfApp)
            }
            for (code, text) in [
                (ErrorCode.codeMismatch, "name=\"step\""), (.invalidRequest, "name=\"step\""),
                (.invalidToken, "Ask for a new code."),
            ] {
                services.on(TakeSecondStep.self) { _ throws(BusError) in throw .refused(ServiceError(code, "")) }
                let refused = try await edge.postForm(
                    "/account/code", "ticket=t&step=123456&proof=p1", headers: [Self.proof])
                #expect(refused.status == 400 && refused.body.contains(text))
            }
        }
    }

    @Test func cancelsAnErasureOnDemand() async throws {
        let services = ScriptedServices.people().answering(SignInWithEmailCode.self) { message throws(BusError) in
            guard message.cancelsErasure == true else { throw .refused(ServiceError(.erasurePending, "")) }
            return People.signedIn(message.kind)
        }
        try await withEdge(services) { edge in
            let asked = try await edge.postForm("/account/code", Self.signIn, headers: [Self.proof])
            #expect(asked.status == 400 && asked.body.contains(#"name="cancel""#))
            try await edge.postForm("/account/code", Self.signIn + "&cancel=1", headers: [Self.proof]).expect(302)
        }
    }

    @Test(arguments: [
        (verification, RequestEmailCode.Purpose.verification, "Your address is confirmed."),
        (verification.replacing("verification", with: "change"), .change, "Your account has the new address"),
    ])
    func confirmsTheAddressOfASignedInUser(
        _ form: String, _ purpose: RequestEmailCode.Purpose, _ text: String
    ) async throws {
        let services = ScriptedServices.people()
        try await withEdge(services) { edge in
            let anybody = try await edge.postForm("/account/code", form, headers: [Self.proof])
            #expect(anybody.status == 400 && anybody.body.contains("First sign in to your account in this browser"))
            #expect(anybody.body.contains("12345678") && anybody.header("WWW-Authenticate") == nil)
            #expect(services.received(ConfirmEmail.self).isEmpty)
            let done = try await edge.postForm(
                "/account/code", form, headers: [("Cookie", "balise_form=p1; balise=ada")])
            #expect(done.status == 200 && done.body.contains(text))
        }
        let message = try #require(services.received(ConfirmEmail.self).first)
        #expect(message.account == People.ada && message.purpose == purpose && message.emailCode.value == "12345678")
    }

    @Test(arguments: [
        (ErrorCode.codeMismatch, 400), (.codeExpired, 400), (.invalidRequest, 400), (.rateLimited, 429),
        (.unavailable, 503),
    ])
    func saysWhatIsWrongInTheBrowsersLanguage(_ code: ErrorCode, _ status: Int) async throws {
        let services = ScriptedServices.people().refusing(SignInWithEmailCode.self, code)
        let response = try await services.postForm(
            "/account/code", Self.signIn, headers: [Self.proof, ("Accept-Language", "fr")]
        ).expect(status)
        #expect(response.body.contains(#"<html lang="fr">"#))
        // The user corrects it, or looks into another mail.
        #expect(response.body.contains(#"name="code" value="12345678""#) == (status == 400))
    }
}
