extension EndToEnd {
    @Suite("Signing in by a provider's web page") struct ProviderSignIns {
        private func come(_ balise: RunningBalise, verifier: String) async throws -> [String: String] {
            let challenge = CodeFlow.challenge(of: verifier)
            var browser = Browser(balise: balise)
            let place = try await browser.follow(
                balise.http + "/oauth/providers/mon-compte/begin?redirect_uri=com.example.app%3A%2Fsigned-in"
                    + "&code_challenge=\(challenge)&code_challenge_method=S256&state=s1")
            #expect(place.scheme == "com.example.app")
            return CodeFlow.parameters(place.query ?? "")
        }

        private func redeem(
            _ code: String?, verifier: String, password: String? = nil, on balise: RunningBalise
        ) async throws -> Answer {
            let body: JSON = ["code": .string(code ?? ""), "codeVerifier": .string(verifier)]
            return try await balise.api(
                .POST, "auth/provider", body.replacing(["password"], with: password.map(JSON.string)),
                from: Person().address)
        }

        @Test(
            "The owner of an e-mail address takes over an account with it and ends the other user's sessions",
            arguments: Shape.standard)
        func takenBack(shape: Shape) async throws {
            let mailbox = try await Mailbox.shared()
            try await RunningBalise.trusting(shape, Setting.webhook(mailbox)) { balise, issuer in
                let (mallory, victim) = (try await Person(.meeshy).signUp(on: balise), Person(.meeshy))
                let own = mallory.person.email
                issuer.codeFlow.script {
                    $0.change = {
                        $0.claims["email"] = TokenDraft.text(own)
                        $0.claims["email_verified"] = "true"
                    }
                }
                let verifier = Fresh.token(43)
                let told = try await come(balise, verifier: verifier)
                let linked = try await redeem(
                    told["code"], verifier: verifier, password: mallory.person.password, on: balise)
                #expect(linked.status == 200, "\(linked.text)")
                let session = try #require(linked.json?["token"]?.text ?? linked.data?["token"]?.text)
                let change: JSON = [
                    "email": .string(victim.email), "currentPassword": .string(mallory.person.password),
                ]
                #expect(try await balise.api(.PUT, "users/profile", change, token: session).status == 200)

                let asked: JSON = ["email": .string(victim.email)]
                #expect(try await balise.api(.POST, "auth/forgot-password", asked).status == 200)
                let token = try #require(try await mailbox.message(1, to: victim.email).token)
                let reset: JSON = ["token": .string(token), "newPassword": "the owner's own password"]
                #expect(try await balise.api(.POST, "auth/reset-password", reset).status == 200)
                let signedIn = try await balise.api(
                    .POST, "auth/login",
                    ["username": .string(victim.email), "password": "the owner's own password"])
                #expect(signedIn.data?["user"]?["id"]?.text == mallory.account)
                #expect(try await balise.api(.GET, "users/me", token: session).status == 401)
                // A token of another person from the second in which their session ended is refused.
                var stranger: String?
                try await eventually("the provider's next token counts") {
                    issuer.codeFlow.script { $0.now = OpenIDIssuer.secondsNow() }
                    let again = try await come(balise, verifier: verifier)
                    let other = try await redeem(again["code"], verifier: verifier, on: balise)
                    stranger = other.data?["user"]?["id"]?.text
                    return stranger != nil
                }
                #expect(stranger != mallory.account)
            }
        }
    }
}
