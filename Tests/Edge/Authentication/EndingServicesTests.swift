@testable import Edge

@Suite("Ends of sessions and keys", .timeLimit(.minutes(2))) struct EndingServicesTests {
    private let context = MessageContext(requestID: "test", timeout: .seconds(60))
    private let account = AccountID("ada")!

    private func end(_ ending: Ending, _ secret: String, _ fixture: AuthenticationFixture) async throws {
        let services = ScriptedServices().answering(SetAccountStatus.self) { _ in Done() }
        services.on(EraseAccount.self) { _ in EraseAccount.Reply() }
        services.on(ResetPassword.self) { _ in Done() }
        services.on(RemoveProviderLink.self) { _ in Done() }
        services.on(ConfirmEmail.self) { People.profile($0.account) }
        services.on(DecideMissingAccounts.self) { _ in DecideMissingAccounts.Reply(isDecided: true) }
        services.on(EndOtherSessions.self) { _ in
            fixture.auth.end(secret)
            return EndOtherSessions.Reply(count: 1)
        }
        services.on(RevokeToken.self) { _ in
            fixture.auth.end(secret)
            return Done()
        }
        services.on(RevokeAPIKey.self) { _ in
            fixture.auth.end(secret)
            return Done()
        }
        let shown = OperatorCredential.token(SecretText("token"))
        let endings = EndingServices(services: services, authenticator: fixture.authenticator)
        switch ending {
        case .disabled:
            _ = try await endings.send(
                SetAccountStatus(account: account, status: .disabled), to: .identity, by: shown, context)
        case .erased: _ = try await endings.send(EraseAccount(account: account), to: .identity, by: shown, context)
        case .reset:
            _ = try await endings.send(ResetPassword(token: SecretText("token"), new: SecretText("new")), context)
        case .link:
            let message = RemoveProviderLink(account: account, link: ProviderLinkID("l1")!, signedInAt: nil)
            _ = try await endings.send(message, context)
        case .proof:
            let message = ConfirmEmail(account: account, purpose: .verification, emailCode: SecretText("1"))
            _ = try await endings.send(message, context)
        case .others: _ = try await endings.send(EndOtherSessions(account: account), context)
        case .token:
            let found = LivingToken(kind: .refresh, account: account, session: nil, issuer: "balise")
            _ = try await endings.send(RevokeToken(token: SecretText(secret), found: found), context)
        case .missing:
            _ = try await endings.send(DecideMissingAccounts(.erase), to: .authSession, by: shown, context)
        case .key:
            _ = try await endings.send(RevokeAPIKey(id: APIKeyID("key")!), to: .authSession, by: shown, context)
        }
    }

    enum Ending: CaseIterable, Sendable {
        case disabled, erased, reset, link, proof, missing, others, token, key

        /// Whether identity announces the end, which auth-session learns later.
        var isOfAccount: Bool { [.disabled, .erased, .reset, .link, .proof, .missing].contains(self) }
    }

    @Test(arguments: Ending.allCases)
    func holds(_ ending: Ending) async throws {
        // On a busy machine, the second of a real edge may be too short.
        try await AuthenticationFixture.run(endTimeout: .seconds(60)) { fixture, _ in
            for number in 0..<50 {
                let secret = "secret\(number)"
                fixture.auth.know(secret, as: ending == .key ? .keyOf("k\(number)") : .sessionOf("s\(number)"))
                // Now it is in the cache.
                #expect(await fixture.refusal(secret, isAPIKey: ending == .key) == nil)
                if ending.isOfAccount { fixture.auth.endWithAccount(secret) }
                try await end(ending, secret, fixture)
                #expect(await fixture.refusal(secret, isAPIKey: ending == .key) == .invalidToken)
            }
        }
    }

    @Test("The edge answers an end at once if auth-session cannot be reached", arguments: Ending.allCases)
    func away(_ ending: Ending) async throws {
        try await AuthenticationFixture.run { fixture, server in
            await server.close(drain: .zero)
            try await end(ending, "nothing", fixture)
        }
    }

    @Test("Without the feed, the edge drops the sessions that it knows to end, and ends their streams")
    func known() async throws {
        try await AuthenticationFixture.run { fixture, server in
            let ended = Mutex<Set<SessionID>>([])
            fixture.authenticator.onEnds { sessions in ended.withLock { $0.formUnion(sessions ?? []) } }
            let secrets = ["caller", "refreshed", "exchanged", "kept"]
            for secret in secrets {
                let isExchanged = secret == "exchanged"
                fixture.auth.know(secret, as: isExchanged ? .exchanged("t1", ofSession: "kept") : .sessionOf(secret))
                // This API does not take exchanged tokens, but what is known of them is kept all the same.
                #expect(await fixture.refusal(secret) == (isExchanged ? .forbidden : nil))
            }
            await server.close(drain: .zero)
            let refreshed = LivingToken(
                kind: .refresh, account: account, session: SessionID("refreshed")!, issuer: "balise")
            let exchanged = LivingToken(
                kind: .exchanged, account: account, session: SessionID("kept")!, issuer: "balise", id: TokenID("t1")!)
            let token = SecretText("token")
            let requests: [any Request] = [
                EndOtherSessions(account: account, caller: SessionID("caller")!),
                RevokeToken(token: token, found: refreshed), RevokeToken(token: token, found: exchanged),
            ]
            for request in requests { await fixture.authenticator.awaitEnds(of: request, context) }
            for secret in secrets.dropLast() { #expect(await fixture.refusal(secret) == .unavailable) }
            #expect(await fixture.refusal("kept") == nil)
            let told = ended.withLock { $0 }
            #expect(told == [SessionID("caller")!, SessionID("refreshed")!])
        }
    }
}
