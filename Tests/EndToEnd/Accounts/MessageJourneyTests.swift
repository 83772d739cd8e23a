extension EndToEnd {
    @Suite("Messages to people") struct Messages {
        private static let settings = Setting.trustedProxies("127.0.0.1/32") + Setting.patient

        private func forget(_ person: Person, on balise: RunningBalise) async throws {
            try await balise.api(
                .POST, "auth/forgot-password", ["email": .string(person.email)], from: person.address
            ).expect(200)
        }

        private func reset(_ person: Person, by token: String, on balise: RunningBalise) async throws -> Int {
            let body: JSON = ["token": .string(token), "newPassword": .string("pw-\(Fresh.passwordMark)-reset")]
            return try await balise.api(.POST, "auth/reset-password", body, from: person.address).status
        }

        @Test("A message that identity was sending when it was killed is sent again with the same id")
        func killed() async throws {
            try await FakeReceiver.run(.silence) { receiver in
                let webhook = [
                    "BALISE_MESSAGES_SENDER": "webhook", "BALISE_MESSAGES_WEBHOOK": receiver.url().absoluteString,
                    "BALISE_MESSAGES_WEBHOOK_SECRET": Mailbox.secret,
                ]
                try await RunningBalise.withOwn(.services, Self.settings + webhook) { balise in
                    let person = Person(.allIn)
                    _ = try await person.signUp(on: balise)
                    try await forget(person, on: balise)
                    try await eventually("the receiver has it, and says nothing") { receiver.calls.count == 1 }
                    try await balise.child("identity").killNow()
                    try balise.launch("identity")
                    try await balise.untilReady()
                    try await eventually("it is sent again") { receiver.calls.count >= 2 }
                    #expect(Set(receiver.calls.map(\.body)).count == 1)
                    let token = try #require(try JSON(reading: receiver.calls[1].body)["token"]?.text)
                    #expect(try await reset(person, by: token, on: balise) == 200)
                }
            }
        }

        @Test("A hanging receiver delays no answer, and the time of an answer does not reveal accounts")
        func hanging() async throws {
            try await FakeReceiver.run(.silence) { receiver in
                let webhook = [
                    "BALISE_MESSAGES_SENDER": "webhook", "BALISE_MESSAGES_WEBHOOK": receiver.url().absoluteString,
                    "BALISE_MESSAGES_WEBHOOK_SECRET": Mailbox.secret,
                ]
                try await RunningBalise.withOwn(.allInOne, Self.settings + webhook) { balise in
                    var (known, unknown): ([Duration], [Duration]) = ([], [])
                    for _ in 0..<15 {
                        let (person, stranger) = (Person(.allIn), Person(.allIn))
                        _ = try await person.signUp(on: balise)
                        let clock = ContinuousClock()
                        try await known.append(clock.measure { try await forget(person, on: balise) })
                        try await unknown.append(clock.measure { try await forget(stranger, on: balise) })
                    }
                    try await eventually("the receiver has some, and says nothing") { !receiver.calls.isEmpty }
                    let (there, nowhere) = (known.sorted()[7], unknown.sorted()[7])
                    // The receiver would take 5 s.
                    #expect(max(there, nowhere) < .seconds(2), "\(there), \(nowhere)")
                    #expect(there < nowhere * 3 + .milliseconds(20), "\(there), \(nowhere)")
                    #expect(nowhere < there * 3 + .milliseconds(20), "\(there), \(nowhere)")
                }
            }
        }

        @Test("identity sends mail over TLS, and reports a refused mail to the operator")
        func mail() async throws {
            let certificate = try SelfSignedCertificate(name: "mail.example")
            let folder = try TemporaryFolder()
            let trusted = folder.url.appendingPathComponent("trusted.pem")
            try Data(certificate.certificatePEM.utf8).write(to: trusted)
            var plan = FakeMailServer.Plan()
            (plan.security, plan.certificate, plan.login) = (.startTLS, certificate, ("balise", "secret"))
            try await FakeMailServer.run(plan) { server in
                let smtp = [
                    "BALISE_MESSAGES_SENDER": "smtp", "BALISE_MESSAGES_SMTP_HOST": "localhost",
                    "BALISE_MESSAGES_SMTP_PORT": "\(server.port)", "BALISE_MESSAGES_SMTP_SECURITY": "starttls",
                    "BALISE_MESSAGES_SMTP_USER": "balise", "BALISE_MESSAGES_SMTP_PASSWORD": "secret",
                    "BALISE_MESSAGES_SMTP_SENDER_ADDRESS": "no-reply@balise.example",
                    "BALISE_MESSAGES_SMTP_TRUSTED_CERTIFICATES": trusted.path,
                ]
                try await RunningBalise.withOwn(.allInOne, Self.settings + smtp) { balise in
                    let person = Person(.allIn)
                    _ = try await person.signUp(on: balise)
                    try await forget(person, on: balise)
                    try await eventually("the mail server has it") { server.mails.count == 1 }
                    let mail = server.mails[0]
                    #expect(mail.isEncrypted && mail.user == "balise")
                    #expect(mail.recipient == "RCPT TO:<\(person.email.lowercased())>")
                    let text = mail.content.replacing("=\r\n", with: "")
                    let token = try #require(text.firstMatch(of: /pr_[A-Za-z0-9_\-]{43}/)).output
                    #expect(try await reset(person, by: String(token), on: balise) == 200)

                    server.fail(.recipient, .reply("550 5.1.1 <\(person.email)> is unknown"))
                    try await forget(person, on: balise)
                    try await eventually("an operator hears of it") {
                        try await balise.operate(.GET, "/readyz").text.contains("with 550 5.1.1")
                    }
                    #expect(server.mails.count == 1)
                }
            }
        }
    }
}
