extension EndToEnd {
    @Suite("Messages to people") struct Messages {
        private func settings(_ receiver: FakeReceiver) -> [String: String] {
            Setting.trustedProxies("127.0.0.1/32") + Setting.patient + [
                "BALISE_MESSAGES_SENDER": "webhook", "BALISE_MESSAGES_WEBHOOK": receiver.url().absoluteString,
                "BALISE_MESSAGES_WEBHOOK_SECRET": Mailbox.secret,
            ]
        }

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
                try await RunningBalise.withOwn(.services, settings(receiver)) { balise in
                    let person = Person(.allIn)
                    _ = try await person.signUp(on: balise)
                    try await forget(person, on: balise)
                    try await eventually("the receiver has it, and says nothing") { receiver.calls.count == 1 }
                    try await balise.child("identity").killNow()
                    try await balise.relaunch("identity")
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
                try await RunningBalise.withOwn(.allInOne, settings(receiver)) { balise in
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
    }
}
