@testable import Identity

@Suite("The identity service: messages to people", .timeLimit(.minutes(10))) struct MessageDeliveryTests {
    private struct Unreachable: MessageSender {
        func send(_ message: PersonalMessage) async throws(MessageNotSent) {
            throw MessageNotSent(description: "nobody listens")
        }
    }

    @Test("A restart sends what could not be sent before; until then the service says that it waits")
    func restart() async throws {
        let folder = try TemporaryFolder()
        let clock = SetClock()
        try await IdentityHarness.run(sender: .given(Unreachable()), in: folder, clock: clock) { identity in
            _ = try await identity.send(CreateAccount.of(.ada))
            _ = try await identity.send(RequestPasswordReset(email: Personal("ada@example.org")))
            try await eventually("an operator hears of it") {
                let reply = await identity.readiness.examine()
                return reply.isReady && reply.reason?.contains("1 messages are waiting") == true
            }
        }
        clock.advance(seconds: 60)
        try await IdentityHarness.run(in: folder, clock: clock) { identity in
            let message = try #require(await identity.outbox.next())
            #expect(message.address.value == "ada@example.org" && message.locale == "fr")
            #expect(try await identity.outcome(ResetPassword(token: message.token, new: .new)) == nil)
            try await eventually("all is well") { await identity.readiness.examine().reason == nil }
        }
    }

    @Test("The service tries again by itself when the pause is over")
    func retry() async throws {
        let outbox = Outbox()
        let clock = SetClock()
        let sender = FailsFirst(outbox)
        try await IdentityHarness.run(sender: .given(sender), clock: clock) { identity in
            let account = try await identity.send(CreateAccount.of(.ada)).profile.account
            _ = try await identity.send(RequestPhoneCode(account: account, phone: Personal("+33612345678")))
            try await eventually("the first try fails") { identity.log.all.contains { $0.contains("is tried again") } }
            clock.advance(seconds: 5)
            try await eventually("it waits") { await identity.readiness.examine().reason != nil }
            identity.signalMessages()
            #expect(await outbox.next()?.kind == .phoneCode)
        }
    }

    private actor FailsFirst: MessageSender {
        private let outbox: Outbox
        private var hasFailed = false

        init(_ outbox: Outbox) { self.outbox = outbox }

        func send(_ message: PersonalMessage) async throws(MessageNotSent) {
            guard hasFailed else {
                hasFailed = true
                throw MessageNotSent(description: "the first try fails")
            }
            try await outbox.send(message)
        }
    }
}
