import AppleAccounts
import Models

extension EndToEnd {
    @Suite("Sign in with Apple") struct Apple {
        static func freshUser() -> String { "001234.\(Fresh.nameMark)\(Fresh.token(24)).0815" }

        private func with(_ shape: Shape, _ body: (RunningBalise, AppleIssuer) async throws -> Void) async throws {
            try await AppleIssuer.run { apple in
                let settings =
                    Setting.apple(apple) + Setting.trustedProxies("127.0.0.0/8") + Setting.patient
                    + Setting.logLevel("debug")
                try await RunningBalise.withOwn(shape, settings) { try await body($0, apple) }
            }
        }

        private func signIn(
            _ token: String, nonce: String? = nil, on balise: RunningBalise, from address: String? = nil
        ) async throws -> Answer {
            let body: JSON =
                if let nonce {
                    ["identityToken": .string(token), "nonce": .string(nonce)]
                } else {
                    ["identityToken": .string(token)]
                }
            return try await balise.api(
                .POST, "auth/apple", body, from: address ?? Person().address, PrivateData.client)
        }

        private func token(of answer: Answer) throws -> String {
            try #require(answer.status == 200, "\(answer.status) \(answer.code ?? "")")
            return try #require(answer.json?["token"]?.text)
        }

        /// From its own address, because too many expired tokens from one address cause a wait.
        private func status(_ token: String, on balise: RunningBalise) async throws -> Int {
            try await balise.api(.GET, "users/me", token: token, from: Person().address).status
        }

        private func account(of answer: Answer) -> String? { answer.data?["user"]?["id"]?.text }

        @Test(
            "The first sign-in with Apple creates the account, the second finds it, and no private data is kept",
            arguments: Shape.standard)
        func firstAndSecond(shape: Shape) async throws {
            try await with(shape) { balise, apple in
                let user = Self.freshUser()
                let derived = try #require(AppleAccount(appleUserID: user))
                for nonce in ["one", "two"] {
                    let answer = try await signIn(try apple.token(for: user, nonce: nonce), nonce: nonce, on: balise)
                    #expect(try await status(try token(of: answer), on: balise) == 200)
                    #expect(account(of: answer) == derived.id.text)
                    #expect(answer.data?["user"]?["email"]?.text == derived.email.value)
                }
                // Several kinds of forged tokens, for their log lines.
                var forged = apple.draft(for: user)
                forged.claims["aud"] = TokenDraft.text("com.example.\(Fresh.nameMark)")
                for token in [try forged.signed(by: apple.key), try apple.token(for: user, nonce: "three"), "a.b.c"] {
                    let answer = try await signIn(token, on: balise)
                    #expect(answer.status == 401 && answer.code == "INVALID_TOKEN")
                }
                let metrics = try await balise.operate(.GET, "/metrics").text
                // Each replica has its own count.
                let counted = /balise_auth_session_sign_ins_total\{[^}]*method="apple",outcome="success"[^}]*\} (\d+)/
                #expect(metrics.matches(of: counted).compactMap { Int($0.output.1) }.reduce(0, +) == 2)
                #expect(!metrics.contains(user) && !metrics.contains(Fresh.nameMark))
                try await balise.stop()
                try Privacy.check(balise, alsoUnlogged: [user, "203.0.113.77", "Canarytown", "Canaryshire"])
                for file in try Privacy.databaseFiles(of: balise) {
                    let bytes = try Data(contentsOf: file)
                    for canary in [user, "203.0.113.77", "Canarytown", "Canaryshire", Fresh.nameMark] {
                        #expect(bytes.range(of: Data(canary.utf8)) == nil, "\(file.lastPathComponent) holds \(canary)")
                    }
                }
            }
        }
    }
}
