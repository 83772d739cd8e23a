extension EndToEnd {
    @Suite("Notices of sign-ins") struct SignInNotices {
        private static let settings = Setting.trustedProxies("127.0.0.1/32") + Setting.patient

        private func signIn(_ person: Person, on device: String, _ balise: RunningBalise) async throws {
            let body: JSON = ["email": .string(person.email), "password": .string(person.password)]
            let headers: HTTPHeaders = [
                "user-agent": "Elsewhere/1.0 \(device)", "x-meeshy-platform": "android", "x-meeshy-device": device,
            ]
            try await balise.api(.POST, "auth/authenticate", body, from: person.address, headers).expect(200)
        }

        /// Creates an account, and confirms its address: only confirmed addresses get notices.
        private func signUp(_ balise: RunningBalise, _ mailbox: Mailbox) async throws -> Person {
            let person = Person(.allIn)
            let app = try await person.signUp(on: balise)
            #expect(try await app.call(.POST, "users/me/email/verification").status == 200)
            let code = try #require(try await mailbox.message(1, to: person.email).token)
            try await app.call(.POST, "users/me/email/verification/confirm", ["code": .string(code)]).expect(200)
            return person
        }

        @Test("A kill of auth-session or identity loses no notice of a sign-in")
        func killed() async throws {
            let mailbox = try await Mailbox.shared()
            try await RunningBalise.withOwn(.services, Self.settings + Setting.webhook(mailbox)) { balise in
                for round in 0..<10 {
                    let person = try await signUp(balise, mailbox)
                    try await signIn(person, on: "device \(round)", balise)
                    try await balise.killAndRestart(round < 5 ? "auth-session" : "identity")
                    try await eventually("the person is told") {
                        mailbox.signInNotices(to: person.email).contains {
                            $0.json?["text"]?.text?.contains("Android") == true
                        }
                    }
                    // A repetition has the same id.
                    #expect(Set(mailbox.signInNotices(to: person.email).map { $0.json?["id"]?.text }).count == 1)
                }
            }
        }
    }
}
