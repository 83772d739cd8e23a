import Crypto

@testable import Push

@Suite("The provider tokens of APNs", .serialized, .timeLimit(.minutes(10)))
struct ProviderTokensTests {
    private let team = AppleTeam()
    private let clock = SetClock()

    private func tokens() throws -> ProviderTokens {
        try ProviderTokens(key: team.key.pemRepresentation, keyID: team.keyID, teamID: team.id, clock: clock)
    }

    @Test("A token lasts for 50 minutes")
    func renewal() async throws {
        try await team.run(clock: clock) { apns, gateway in
            for _ in 0..<3 { #expect(isSent(await gateway.send(.sample(1)))) }
            clock.advance(seconds: 50 * 60 - 1)
            #expect(isSent(await gateway.send(.sample(1))))
            #expect(apns.providerTokens.count == 1)
            clock.advance(seconds: 1)
            for _ in 0..<3 { #expect(isSent(await gateway.send(.sample(1)))) }
            #expect(apns.providerTokens.count == 2)
        }
    }

    @Test("A restarted program continues with the token that it kept")
    func restarts() async throws {
        let folder = try TemporaryFolder()
        let file = ProviderTokenFile(url: folder.url.appendingPathComponent("keys/apns.token"))
        try await FakeAPNs.run(team.plan(clock: clock)) { apns in
            for _ in 0..<5 {
                try await team.withGateway(to: apns, keepingTokenIn: file, clock: clock) { gateway in
                    #expect(isSent(await gateway.send(.sample(1))))
                }
                clock.advance(seconds: 60)
            }
            #expect(apns.providerTokens.count == 1)
            clock.advance(seconds: 45 * 60)
            try await team.withGateway(to: apns, keepingTokenIn: file, clock: clock) { gateway in
                #expect(isSent(await gateway.send(.sample(1))))
            }
            #expect(apns.providerTokens.count == 2, "after 50 minutes it makes one all the same")
        }
        let mode = try FileManager.default.attributesOfItem(atPath: file.url.path)[.posixPermissions]
        #expect(mode as? Int == 0o600)
    }

    @Test(
        "A kept token of another key or team, or a damaged one, is not used",
        arguments: ["another key", "another team", "damaged", "empty"])
    func otherTokens(_ what: String) async throws {
        let folder = try TemporaryFolder()
        let file = ProviderTokenFile(url: folder.url.appendingPathComponent("apns.token"))
        let other = what == "another key" ? AppleTeam() : team
        let kept = try ProviderTokens(
            key: other.key.pemRepresentation, keyID: team.keyID,
            teamID: what == "another team" ? "OTHER12345" : team.id,
            keptIn: file, clock: clock
        ).present().text.value
        switch what {
        case "damaged": try file.write(SecretText(String(kept.dropLast(3))))
        case "empty": try file.write(SecretText(""))
        default: break
        }
        try await FakeAPNs.run(team.plan(clock: clock)) { apns in
            try await team.withGateway(to: apns, keepingTokenIn: file, clock: clock) { gateway in
                #expect(isSent(await gateway.send(.sample(1))))
            }
            #expect(!apns.providerTokens.contains(kept))
        }
    }

    @Test("An expired token is replaced, and the push is sent again at once")
    func expired() async throws {
        try await team.run(clock: clock) { apns, gateway in
            apns.answerNext(.refused(403, "ExpiredProviderToken"))
            let push = OutgoingPush.sample(1)
            #expect(isSent(await gateway.send(push)))
            #expect(apns.providerTokens.count == 2)
            #expect(apns.notifications.count == 2)
            #expect(Set(apns.notifications.map { $0.headers["apns-id"] }).count == 1)
        }
    }

    @Test("If the new token is called expired too, the credential stops")
    func expiredAgain() async throws {
        try await team.run(clock: clock) { apns, gateway in
            apns.answer("aa", .refused(403, "ExpiredProviderToken"))
            for _ in 0..<5 {
                #expect(await gateway.send(.sample(1)) == .stopCredential(reason: "ExpiredProviderToken"))
            }
            #expect(apns.providerTokens.count == 2)
            clock.advance(seconds: 20 * 60)
            #expect(await gateway.send(.sample(1)) == .stopCredential(reason: "ExpiredProviderToken"))
            #expect(apns.providerTokens.count == 3)
        }
    }

    @Test("One replacement serves a hundred refused requests")
    func together() throws {
        let tokens = try tokens()
        let refused = try tokens.present()
        let replacements = try (0..<100).map { _ in try #require(try tokens.replacement(for: refused)) }
        #expect(Set(replacements.map(\.number)) == [2])
        #expect(try tokens.replacement(for: replacements[0]) == nil)
    }

    @Test("If Apple refuses a new token, the previous one is used as long as Apple takes it")
    func tooMany() async throws {
        try await team.run(clock: clock) { apns, gateway in
            #expect(isSent(await gateway.send(.sample(1))))
            clock.advance(seconds: 52 * 60)
            apns.answerNext(.refused(429, "TooManyProviderTokenUpdates"))
            #expect(isSent(await gateway.send(.sample(2))))
            #expect(isSent(await gateway.send(.sample(3))))
            let used = apns.notifications.map { $0.headers["authorization"] }
            #expect(used[1] != used[0])
            #expect(used[2] == used[0])
            #expect(used[3] == used[0])
            clock.advance(seconds: 8 * 60)
            #expect(isSent(await gateway.send(.sample(4))))
            #expect(apns.notifications.last?.headers["authorization"] != used[0])
        }
    }

    @Test("Without a previous token the refused one is tried again later")
    func tooManyAtTheStart() async throws {
        try await team.run(clock: clock) { apns, gateway in
            apns.answerNext(.refused(429, "TooManyProviderTokenUpdates"))
            #expect(await gateway.send(.sample(1)) == .outage(after: nil, reason: "TooManyProviderTokenUpdates"))
            #expect(isSent(await gateway.send(.sample(1))))
            #expect(apns.providerTokens.count == 1)
        }
    }

    @Test("A clock that was set back causes a token of its own time")
    func setBack() throws {
        let tokens = try tokens()
        let first = try tokens.present()
        clock.advance(seconds: -600)
        let second = try tokens.present()
        #expect(second.number != first.number)
        #expect(second.madeAt == clock.now())
    }

    @Test("A token cannot be printed")
    func unprintable() throws {
        let token = try tokens().present()
        #expect(!"\(token)".contains(token.text.value))
    }
}
