@testable import Identity

@Suite("The identity service: new passwords", .timeLimit(.minutes(10))) struct PasswordResetTests {
    private func request(_ address: String = "ada@example.org") -> RequestPasswordReset {
        RequestPasswordReset(email: Personal(address))
    }

    @Test("A token sets a new password once and ends the earlier sessions")
    func once() async throws {
        try await IdentityHarness.run({ $0.messages.resetLink = "https://app.example/new?t={token}#x" }) { identity in
            let ada = try await identity.send(CreateAccount.of(.ada, details: ProfileDetails(locale: "fr-CA")))
            let signedIn = try await identity.send(VerifyPassword.of("ada"))
            let reply = try await identity.send(request(" ADA@example.org "))
            #expect(reply.number > 0 && reply.requestedAt == .start)
            let message = try #require(await identity.outbox.next())
            #expect(message.kind == .passwordReset && message.address.value == "ada@example.org")
            #expect(message.locale == "fr" && message.subject?.contains("mot de passe") == true)
            #expect(message.link?.value == "https://app.example/new?t=\(message.token.value)#x")
            #expect(message.text.value.contains(message.link?.value ?? "?"))
            #expect(message.expiresAt == UnixTime.start.adding(seconds: 3600))
            let reset = ResetPassword(token: message.token, new: .new)
            // A password out of its rules does not use the token up.
            let short = ResetPassword(token: message.token, new: SecretText("short"))
            #expect(try await identity.outcome(short) == .invalidRequest)
            let own = ResetPassword(token: message.token, new: SecretText("ada@example.org"))
            #expect(try await identity.outcome(own) == .invalidRequest)
            let check = CheckPasswordReset(token: message.token)
            #expect(try await identity.outcome(check) == nil)
            #expect(try await identity.outcome(check) == nil)
            #expect(try await identity.outcome(reset) == nil)
            #expect(try await identity.outcome(reset) == .invalidToken)
            #expect(try await identity.outcome(check) == .invalidToken)
            #expect(try await identity.outcome(CheckPasswordReset(token: SecretText("' OR 1=1"))) == .invalidToken)
            #expect(try await identity.outcome(VerifyPassword.of("ada", .right)) == .wrongCredentials)
            let again = try await identity.send(VerifyPassword.of("ada", .new))
            let page = try await identity.readFeed()
            let change = try CBORDecoder().decode(AccountChange.self, from: page.changes[0].value ?? [])
            let end = try #require(change.sessionsEndBefore)
            #expect(ada.verifiedAt <= end && signedIn.verifiedAt <= end && again.verifiedAt > end)
        }
    }

    @Test("An unknown address gets the answer of a known one, and no message")
    func unknown() async throws {
        try await IdentityHarness.withAda { identity, _ in
            let bob = try await identity.send(CreateAccount.of(.email("bob@example.org"))).profile.account
            _ = try await identity.send(SetAccountStatus(account: bob, status: .disabled))
            // A user name is no address.
            #expect(try await identity.outcome(request("ada")) == .invalidRequest)
            var numbers: Set<Int64> = []
            for address in ["nobody@example.org", "bob@example.org", "ada@example.org"] {
                let reply = try await identity.send(request(address))
                #expect((1...(1 << 53)).contains(reply.number) && reply.requestedAt == .start)
                numbers.insert(reply.number)
            }
            // A counter would tell how many others have asked.
            #expect(numbers != [1, 2, 3] && numbers.count == 3)
            #expect(await identity.outbox.next()?.address.value == "ada@example.org")
            let sent = [["kind", "password-reset"], ["outcome", "sent"]]
            #expect(identity.metric("balise_identity_messages_total", sent) <= 1)
        }
    }

    @Test("An address gets three messages an hour, and further requests get the same answer")
    func limit() async throws {
        try await IdentityHarness.withAda { identity, _ in
            var last: SecretText?
            for _ in 0..<3 {
                _ = try await identity.send(request())
                last = try #require(await identity.outbox.next()).token
            }
            // Others cannot tell by the answer that its person has asked.
            #expect(try await identity.send(request("ADA@example.org")).requestedAt == .start)
            #expect(try await identity.send(request("nobody@example.org")).requestedAt == .start)
            let reset = ResetPassword(token: try #require(last), new: .new)
            #expect(try await identity.outcome(reset) == nil)
            identity.clock.advance(seconds: 3600)
            _ = try await identity.send(request())
            let next = try #require(await identity.outbox.next())
            // Messages beyond the limit of three were not sent: this is the next one.
            #expect(next.expiresAt == UnixTime.start.adding(seconds: 7200))
        }
    }

    @Test("A new password lets the user in although strangers have caused delays")
    func forgiving() async throws {
        try await IdentityHarness.withAda { identity, _ in
            let guess = VerifyPassword.of("ada@example.org", .wrong)
            for number in 0..<FailureDelays.freeOfName {
                _ = try await identity.outcome(guess, from: .at("203.0.113.\(number)"))
            }
            // A network without an earlier sign-in.
            let hotel = "198.51.100.7"
            #expect(try await identity.outcome(VerifyPassword.of("ada@example.org"), from: .at(hotel)) == .rateLimited)
            _ = try await identity.send(request())
            let token = try #require(await identity.outbox.next()).token
            #expect(try await identity.outcome(ResetPassword(token: token, new: .new)) == nil)
            identity.clock.advance(seconds: FailureDelays.maximumSeconds)
            #expect(try await identity.outcome(VerifyPassword.of("ada@example.org", .new), from: .at(hotel)) == nil)
        }
    }
}
