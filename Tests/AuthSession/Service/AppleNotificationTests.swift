@testable import AuthSession

@Suite("Notifications of Apple", .timeLimit(.minutes(10))) struct AppleNotificationTests {
    private func take(_ payload: String, _ it: AppleHarness) async throws -> ErrorCode? {
        try await it.auth.outcome(TakeAppleNotification(payload: SecretText(payload)))
    }

    @Test(
        "A withdrawn consent ends the sessions of its account and of no other",
        arguments: ["consent-revoked", "consent_revoked", "Consent-Revoked"], [true, false])
    func consentRevoked(_ type: String, _ asText: Bool) async throws {
        try await AppleHarness.run { it in
            let token = try await it.auth.send(try it.request()).tokens.accessToken
            let other = try await it.auth.send(try it.request("another")).tokens.accessToken
            let told = try it.apple.notification(type, of: AppleHarness.user, asText: asText, at: it.now)
            #expect(try await take(told, it) == nil)
            #expect(try await it.auth.refusal(token) == .invalidToken)
            #expect(try await it.auth.refusal(other) == nil)
            // Twice is no more than once.
            #expect(try await take(told, it) == nil)
            #expect(it.auth.identity.erased.isEmpty)
            // Consent can be given again.
            #expect(try await it.auth.outcome(try it.request()) == nil)
            let lines = it.auth.log.events("apple-notification")
            #expect(lines.map { $0.metadata["type"] } == ["consent-revoked", "consent-revoked"])
        }
    }

    @Test("A repeated notice of a withdrawn consent spares sessions that began since", arguments: [true, false])
    func consentGivenAgain(_ isInSeconds: Bool) async throws {
        try await AppleHarness.run { it in
            let before = try await it.auth.send(try it.request()).tokens.accessToken
            it.auth.clock.advance(seconds: 60)
            let withdrawn = it.now
            func told() throws -> String {
                try it.apple.notification(
                    "consent-revoked", of: AppleHarness.user, at: it.now, decidedAt: withdrawn, inSeconds: isInSeconds)
            }
            #expect(try await take(told(), it) == nil)
            #expect(try await it.auth.refusal(before) == .invalidToken)
            // So much later that it is no matter of whose clock is right.
            it.auth.clock.advance(seconds: 61)
            let again = try await it.auth.send(try it.request()).tokens.accessToken
            for _ in 0..<2 {
                it.auth.clock.advance(seconds: 3600)
                #expect(try await take(told(), it) == nil)
                #expect(try await it.auth.refusal(again) == nil)
            }
            // The next one is about this session too.
            let latest = try it.apple.notification("consent-revoked", of: AppleHarness.user, at: it.now)
            #expect(try await take(latest, it) == nil)
            #expect(try await it.auth.refusal(again) == .invalidToken)
        }
    }

    @Test(
        "A withdrawn consent without a time ends every session of the account", arguments: ["", #","event_time":"x""#])
    func consentRevokedSometime(_ time: String) async throws {
        try await AppleHarness.run { it in
            let token = try await it.auth.send(try it.request()).tokens.accessToken
            var draft = it.apple.draft(for: AppleHarness.user, at: it.now)
            draft.claims["events"] = #"{"type":"consent-revoked","sub":"\#(AppleHarness.user)"\#(time)}"#
            #expect(try await take(try draft.signed(by: it.apple.key), it) == nil)
            #expect(try await it.auth.refusal(token) == .invalidToken)
        }
    }

    @Test(
        "The deletion of an Apple account erases its account, in each of Apple's spellings",
        arguments: ["account-delete", "account-deleted", "account_deleted"], [true, false])
    func accountDeleted(_ type: String, _ asText: Bool) async throws {
        try await AppleHarness.run { it in
            let token = try await it.auth.send(try it.request()).tokens.accessToken
            let told = try it.apple.notification(type, of: AppleHarness.user, asText: asText, at: it.now)
            #expect(try await take(told, it) == nil)
            #expect(it.auth.identity.erased == [.apple()])
            #expect(try await eventually { try await it.auth.refusal(token) == .accountGone }, "the session ends")
            #expect(try await take(told, it) == nil)
            // A returning user gets an account with the same id, without the former data.
            for _ in 0..<3 {
                #expect(try await it.auth.outcome(try it.request()) == nil)
                #expect(try await take(told, it) == nil)
            }
            #expect(try await it.auth.outcome(try it.request()) == nil)
        }
    }

    @Test("An unknown notification has no effect", arguments: ["email-disabled", "email-enabled", "Something \"new\""])
    func others(_ type: String) async throws {
        try await AppleHarness.run { it in
            let token = try await it.auth.send(try it.request()).tokens.accessToken
            #expect(try await take(it.apple.notification(type, of: AppleHarness.user, at: it.now), it) == nil)
            #expect(try await it.auth.refusal(token) == nil && it.auth.identity.erased.isEmpty)
            #expect(it.auth.count(SessionMetrics.notifications, ["type": "other"]) == 1)
        }
    }

    @Test("A notification is refused if it is forged, for another app, too old or empty")
    func refused() async throws {
        try await AppleHarness.run { it in
            let token = try await it.auth.send(try it.request()).tokens.accessToken
            let genuine = try it.apple.notification("account-delete", of: AppleHarness.user, at: it.now)
            let parts = genuine.split(separator: ".")
            var draft = it.apple.draft(for: AppleHarness.user, at: it.now)
            let event = #"{"type":"account-delete","sub":"\#(AppleHarness.user)","event_time":1}"#
            let refused = { (change: (inout TokenDraft) -> Void) throws -> String in
                draft.claims["events"] = event
                var changed = draft
                change(&changed)
                return try changed.signed(by: it.apple.key)
            }
            let payloads = [
                "", "a.b.c", "\(parts[0]).\(parts[1]).AAAA",
                try it.apple.notification("account-delete", of: AppleHarness.user, at: it.now - 7 * day - 60),
                try it.apple.notification("account-delete", of: AppleHarness.user, at: it.now + 61),
                try it.apple.notification("account-delete", of: "", at: it.now),
                try it.apple.token(for: AppleHarness.user, at: it.now),
                try refused { $0.claims["aud"] = TokenDraft.text("com.example.evil") },
                try refused { $0.claims["iss"] = TokenDraft.text("https://example.com") },
                try refused { $0.claims["exp"] = "\(it.now - 60)" },
                try refused { $0.claims["events"] = "null" },
                try refused { $0.claims["events"] = #""not JSON""# },
                try refused { $0.claims["events"] = TokenDraft.text(TokenDraft.text(event)) },
            ]
            for payload in payloads {
                let outcome = try await take(payload, it)
                #expect(outcome == .invalidToken)
            }
            #expect(try await it.auth.refusal(token) == nil && it.auth.identity.erased.isEmpty)
            #expect(it.auth.log.events("apple-notification-refused").count == payloads.count)
            #expect(try await take(refused { _ in }, it) == nil)
            #expect(it.auth.identity.erased == [.apple()])
        }
    }
}
