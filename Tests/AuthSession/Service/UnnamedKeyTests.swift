// Tokens that name no key, as an issuer with one key may write them (OpenID Connect Core 1.0, section 10.1).

@testable import AuthSession

@Suite("Tokens that name no key", .timeLimit(.minutes(10))) struct UnnamedKeyTests {
    private func token(_ it: IssuerHarness, by key: IssuerKey? = nil, lifetime: Int64 = 3600) throws -> SecretText {
        var draft = it.issuer.draft(for: IssuerHarness.subject, at: it.now, lifetime: lifetime)
        draft.header["kid"] = nil
        return SecretText(try draft.signed(by: key ?? it.issuer.key))
    }

    private func run(_ body: (IssuerHarness) async throws -> Void) async throws {
        try await OpenIDIssuer.run(key: .p256(.init())) { issuer in
            try await IssuerHarness.run(with: issuer) { it in try await body(it) }
        }
    }

    @Test("After a rotation the new key verifies tokens without a key id, and old tokens are refused")
    func rotation() async throws {
        try await run { it in
            let first = try token(it)
            #expect(try await it.principal(first) != nil)
            try it.issuer.rotate()
            let second = try token(it)
            // The keys were read a moment ago: it may be a new one.
            #expect(try await it.auth.outcome(Authenticate(credential: .token(second))) == .unavailable)
            #expect(it.issuer.keyReadings == 1)
            it.auth.clock.advance(seconds: 60)
            #expect(try await it.principal(second) != nil && it.issuer.keyReadings == 2)
            // A minute later the keys can be read again, and none of them has signed it.
            it.auth.clock.advance(seconds: 60)
            #expect(try await it.principal(first) == nil)
        }
    }

    @Test("A token without a key id is refused if several keys fit")
    func several() async throws {
        try await run { it in
            try it.issuer.rotate(keepingOld: true)
            let unnamed = try await it.principal(try token(it))
            let named = try await it.principal(try it.token())
            #expect(unnamed == nil && named != nil)
        }
    }

    @Test("A forged token without a key id is refused and causes few readings")
    func forged() async throws {
        try await run { it in
            let genuine = try token(it)
            #expect(try await it.principal(genuine) != nil)
            func outcomes(_ lifetimes: Range<Int64>) async throws -> [ErrorCode?] {
                var outcomes: [ErrorCode?] = []
                for lifetime in lifetimes {
                    let token = try token(it, by: .p256(.init()), lifetime: lifetime)
                    do {
                        outcomes.append(try await it.show(token).refusal)
                    } catch BusError.refused(let error) {
                        outcomes.append(error.code)
                    }
                }
                return outcomes
            }
            #expect(try await outcomes(3601..<3611).allSatisfy { $0 == .unavailable })
            it.auth.clock.advance(seconds: 60)
            let later = try await outcomes(3601..<3611)
            #expect(later.first == .invalidToken && later.dropFirst().allSatisfy { $0 == .unavailable })
            #expect(it.issuer.keyReadings == 2)
        }
    }
}
