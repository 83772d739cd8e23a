@testable import Edge

@Suite(.timeLimit(.minutes(10))) struct ResetPageTests {
    @Test func takesTheTokenFromTheLinkIntoTheForm() async throws {
        let services = ScriptedServices.people()
        let response = try await services.ask("GET", "/account/reset?token=pr_%22%CC%81%3E%3Cb%3E1").expect(200)
        #expect(response.body.contains(#"name="token" value="pr_&quot;\#u{301}&gt;&lt;b&gt;1""#))
        #expect(response.body.contains(#"<form method="post" action="/account/reset">"#))
        #expect(services.received(CheckPasswordReset.self).map(\.token.value) == ["pr_\"\u{301}><b>1"])
        #expect(services.messages.count == 1)
    }

    @Test("A used link says so before a password is typed, and an outage does not keep the user from the form")
    func looksAtTheLinkFirst() async throws {
        for (code, isOver) in [
            (ErrorCode.invalidToken, true), (.tokenExpired, true), (.rateLimited, false), (.unavailable, false),
        ] {
            let services = ScriptedServices.people().refusing(CheckPasswordReset.self, code)
            let response = try await services.ask("GET", "/account/reset?token=pr_1").expect(isOver ? 400 : 200)
            #expect(response.body.contains("<form") != isOver)
            #expect(response.body.contains("Ask for a new link") == isOver)
            #expect(response.body.contains("pr_1") != isOver)
        }
    }

    @Test func setsThePassword() async throws {
        let (response, message) = try await ScriptedServices.people().postForm(
            "/account/reset", "token=pr_1&password=correct+h%C3%B6rse%26", for: ResetPassword.self)
        #expect(response.body.contains("The password is set."))
        #expect(response.body.contains(#"href="/account""#))
        #expect(message.token.value == "pr_1" && message.new.value == "correct hörse&")
    }

    @Test(arguments: [ErrorCode.invalidToken, .tokenExpired])
    func saysWhatToDoAboutAUsedLink(_ code: ErrorCode) async throws {
        let services = ScriptedServices.people().refusing(ResetPassword.self, code)
        let response = try await services.postForm(
            "/account/reset", "token=pr_1&password=correct+horse", headers: [("Accept-Language", "fr")])
        #expect(response.status == 400 && response.body.contains("Demander un nouveau lien"))
        #expect(response.body.contains(#"href="/account/forgot""#))
        #expect(!response.body.contains("pr_1"))
    }

    @Test func asksAgainAfterARefusedPassword() async throws {
        let services = ScriptedServices.people().refusing(
            ResetPassword.self, .invalidRequest, "This <password> is too common.")
        for (form, text) in [
            ("token=pr_1&password=password", "This &lt;password&gt; is too common."),
            ("token=pr_1", "Enter the new password."),
        ] {
            let response = try await services.postForm("/account/reset", form).expect(400)
            #expect(response.body.contains(#"<p class="alert" role="alert">\#(text)</p>"#))
            #expect(response.body.contains(#"name="token" value="pr_1""#))
            #expect(!response.body.contains(#"value="password""#))
        }
    }

    @Test(arguments: [(ErrorCode.rateLimited, 429), (.unavailable, 503), (.internalFailure, 500)])
    func isAPageAlsoWhereItFails(_ code: ErrorCode, _ status: Int) async throws {
        let services = ScriptedServices.refusing(ServiceError(code, "text", retryAfter: 2))
        try await withEdge(services) { edge in
            for (path, form) in [
                ("/account/reset", "token=pr_1&password=correct+horse"), ("/account/forgot", "email=a%40b.c"),
            ] {
                let response = try await edge.postForm(path, form, headers: [("Accept-Language", "fr")])
                #expect(response.status == status && response.header("Retry-After") == "2")
                #expect(response.body.contains("<h1>Cela n’a pas marché</h1>"))
                #expect(response.header("Content-Security-Policy") != nil)
            }
        }
    }

    @Test func asksForALink() async throws {
        let services = ScriptedServices.people()
        try await withEdge(services) { edge in
            let sent = try await edge.postForm("/account/forgot", "email=ada%2B1%40example.org")
            #expect(sent.status == 200 && sent.body.contains("If an account has this address"))
            #expect(services.received(RequestPasswordReset.self).map(\.email.value) == ["ada+1@example.org"])
            let empty = try await edge.postForm("/account/forgot", "email=")
            #expect(empty.status == 400 && empty.body.contains("Enter the e-mail address of your account."))
            #expect(services.received(RequestPasswordReset.self).count == 1)
        }
    }

    @Test(
        "The mail has the language of the browser that asks for it",
        arguments: [
            ([("Accept-Language", "fr-CA, fr;q=0.9, en;q=0.5")], "fr-CA, fr, en"), ([], nil),
            ([("Accept-Language", "fr"), ("X-Meeshy-Locale", "de")], "de, fr"),
            ([("Accept-Language", "fr"), ("X-Meeshy-Locale", "no language!")], "fr"),
        ] as [([(String, String)], String?)])
    func asksInItsLanguage(_ headers: [(String, String)], _ language: String?) async throws {
        let services = ScriptedServices.people().answering(RequestEmailSignIn.self) { _ in Done() }
        try await withEdge(services) { edge in
            _ = try await edge.postForm("/account/forgot", "email=ada%40example.org", headers: headers)
            _ = try await edge.post(
                "/api/v1/auth/email-code/request", #"{"email":"ada@example.org"}"#, headers: headers)
        }
        #expect(services.contexts.map(\.client?.locale) == [language, language])
    }

    @Test(arguments: ["/account/reset", "/account/forgot"])
    func takesFormsAlone(_ path: String) async throws {
        let services = ScriptedServices.people()
        try await services.post(path, #"{"token":"pr_1","password":"correct horse","email":"a@b.c"}"#).expect(415)
        #expect(services.messages.isEmpty)
    }
}
