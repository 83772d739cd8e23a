extension EndToEnd {
    @Suite("Tokens for web views") struct TokenExchange {
        private func status(_ token: String, on balise: RunningBalise) async throws -> Int {
            try await balise.ecovelo(.GET, "users/me", token: token).status
        }

        private func exchanged(_ answer: Answer) throws -> String {
            try #require(answer.status == 200, "\(answer.status) \(answer.json?["error_description"]?.text ?? "")")
            return try #require(answer.json?["access_token"]?.text)
        }

        @Test(
            "No log has the provider's name for a user, and only identity's database has the user",
            arguments: Shape.standard)
        func privacy(shape: Shape) async throws {
            try await RunningBalise.trusting(shape) { balise, issuer in
                let rider = Rider()
                let session = "sid-\(Fresh.nameMark)-\(Fresh.token(8))"
                let token = try rider.token(of: issuer, session: session, age: 20)
                #expect(try await status(token, on: balise) == 200)
                let made = try exchanged(try await balise.exchange(token, program: "breizhgo"))
                _ = try await balise.ecovelo(.POST, "cyclists", ["phone": .string(rider.phone)], token: token)
                var forged = issuer.draft(for: rider.subject, session: session)
                forged.claims["aud"] = TokenDraft.text("aud-\(Fresh.nameMark)")
                #expect(try await status(try forged.signed(by: issuer.key), on: balise) == 401)
                let logout = try issuer.logoutToken(subject: rider.subject, session: session)
                #expect(try await balise.oauth("backchannel-logout", ["logout_token": logout]).status == 200)
                try await eventually("the session ends") { try await status(token, on: balise) == 401 }
                let metrics = try await balise.operate(.GET, "/metrics").text
                #expect(!metrics.contains(Fresh.nameMark))
                try await balise.stop()
                let secrets = [rider.subject, session, rider.email, rider.phone, rider.address, token, made, logout]
                try Privacy.check(balise, alsoUnlogged: secrets)
                for file in try Privacy.databaseFiles(of: balise) {
                    let bytes = try Data(contentsOf: file)
                    func holds(_ text: String) -> Bool { bytes.range(of: Data(text.utf8)) != nil }
                    #expect(!holds(rider.subject) && !holds(session) && !holds(made), "\(file.lastPathComponent)")
                    let isIdentitys = file.lastPathComponent.hasPrefix("identity")
                    if !isIdentitys { #expect(!holds(rider.email), "\(file.lastPathComponent)") }
                }
            }
        }
    }
}
