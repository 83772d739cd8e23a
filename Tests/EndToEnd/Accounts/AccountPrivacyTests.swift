extension EndToEnd {
    @Suite("Privacy of accounts") struct AccountPrivacy {
        @Test("At level debug no log or metric has a user's data", arguments: Shape.standard)
        func canaries(shape: Shape) async throws {
            let mailbox = try await Mailbox.shared()
            let settings =
                Setting.logLevel("debug") + Setting.trustedProxies("127.0.0.1/32") + Setting.patient
                + Setting.webhook(mailbox)
            try await RunningBalise.withOwn(shape, settings) { balise in
                var secrets: [String] = []
                for app in App.allCases {
                    let person = Person(app)
                    let signedIn = try await person.signUp(on: balise)
                    secrets += [signedIn.token, person.address]
                    if app == .meeshy {
                        var wrong = person
                        wrong.password = "pw-\(Fresh.passwordMark)-no"
                        #expect(try await wrong.trySignIn(on: balise).status == 401)
                        #expect(try await wrong.register(on: balise).status == 409)
                    }
                    for path in ["auth/me", "users/me", "auth/sessions"] {
                        #expect(try await signedIn.call(.GET, path).status == 200)
                    }
                    let address: JSON = ["email": .string(person.email)]
                    _ = try await balise.api(.POST, "auth/forgot-password", address, from: person.address)
                    let token = try #require(try await mailbox.message(to: person.email).token)
                    secrets.append(token)
                    let late: JSON = ["token": .string(token), "newPassword": "short"]
                    #expect(
                        try await balise.api(.POST, "auth/reset-password", late, from: person.address).status == 400)
                    let refresh: JSON = ["token": .string(signedIn.token)]
                    let refreshed = try await balise.api(.POST, "auth/refresh", refresh, from: person.address)
                    secrets += [refreshed.data?["sessionToken"]?.text, refreshed.data?["token"]?.text].compactMap(
                        \.self)
                    // Failures are logged in more detail.
                    let odd: JSON = ["email": [.string(person.email)], "password": .string(person.password)]
                    #expect(try await balise.api(.POST, "auth/login", odd, from: person.address).status == 400)
                    let half: HTTPHeaders = ["content-type": "application/json", "x-forwarded-for": person.address]
                    let bytes = Array(person.credentials.encoded.utf8.dropLast(3))
                    let cut = try await balise.call(.POST, balise.http + "/api/v1/auth/login", bytes, half)
                    #expect(cut.status == 400 && !cut.text.contains(Fresh.passwordMark))
                    _ = try await balise.api(.GET, "users/\(person.email)", token: signedIn.token + "x")
                    #expect(try await balise.operate(.GET, "/accounts/\(person.email)").status == 200)
                    #expect(try await balise.operate(.GET, "/accounts/nobody-\(person.email)").status == 404)
                }
                let metrics = try await balise.operate(.GET, "/metrics").text
                for canary in Fresh.marks + secrets { #expect(!metrics.contains(canary), "a metric holds \(canary)") }
                #expect(metrics.contains("balise_"))
                try await balise.stop()
                try Privacy.check(balise, alsoUnlogged: secrets)
            }
        }
    }
}
