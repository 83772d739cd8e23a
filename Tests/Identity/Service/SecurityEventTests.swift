@testable import Identity

@Suite("Security events of accounts", .timeLimit(.minutes(10))) struct SecurityEventTests {
    private func events(
        _ identity: IdentityHarness, of account: AccountID? = nil, event: String? = nil
    ) async throws -> [KeptSecurityEvent] {
        try await identity.edge.send(
            ListSecurityEvents(account: account, event: event, limit: 50), to: .identity,
            MessageContext(requestID: "look")
        ).events
    }

    @Test("The stored events have refused sign-ins with account and network, and no successful ones")
    func refused() async throws {
        try await IdentityHarness.withAda { identity, ada in
            _ = try await identity.outcome(VerifyPassword.of("ada", .wrong), from: .at("198.51.100.77"))
            _ = try await identity.outcome(VerifyPassword.of("nobody", .wrong), from: .at("203.0.113.9"))
            try await eventually("both are kept") { try await events(identity).count == 2 }
            let mine = try await events(identity, of: ada)
            #expect(mine.map(\.event) == ["sign-in-refused"] && mine[0].account == ada)
            #expect(mine[0].reason == "wrong password" && mine[0].method == "password")
            #expect(mine[0].network == "198.51.100.0/24" && mine[0].request == "test" && mine[0].at == .start)
            #expect(try await events(identity).allSatisfy { !"\($0)".contains("198.51.100.77") })
            for _ in 0..<20 {
                _ = try await identity.outcome(VerifyPassword.of("ada", .wrong), from: .at("198.51.100.77"))
            }
            try await eventually("a lockout is kept") {
                try await events(identity, of: ada).contains { $0.reason == "too many attempts" }
            }
            #expect(try await events(identity, event: "password-changed").isEmpty)
        }
    }

    @Test("The edge reads security events in pages of a bounded size")
    func asked() async throws {
        try await IdentityHarness.run { identity in
            for limit in [0, 201] {
                await #expect(throws: BusError.self) {
                    try await identity.edge.send(
                        ListSecurityEvents(limit: limit), to: .identity, MessageContext(requestID: "look"))
                }
            }
            await #expect(throws: BusError.self) {
                try await identity.location.send(
                    ListSecurityEvents(limit: 1), to: .identity, MessageContext(requestID: "look"))
            }
        }
    }

    @Test("Refusals are stored, and neither sign-ins nor erasures")
    func kinds() {
        for event in [SecurityEvent.signIn, .firstStepTaken, .accountCreated, .accountErased, .messageNotSent] {
            #expect(!event.isKept)
        }
        for event in [SecurityEvent.signInRefused, .secondStepRefused, .passkeyDoubled, .passwordReset] {
            #expect(event.isKept)
        }
    }
}
