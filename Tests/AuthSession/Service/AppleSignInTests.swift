import AppleAccounts

@testable import AuthSession

@Suite("Signing in with Apple", .timeLimit(.minutes(10))) struct AppleSignInTests {
    @Test("A genuine token opens the account that is derived from its user")
    func genuine() async throws {
        try await AppleHarness.run { it in
            var client = ClientInfo()
            client.userAgent = "Canary/1.0"
            client.address = Personal("192.0.2.77")
            let signedIn = try await it.auth.send(try it.request(nonce: "raw"), client)
            #expect(signedIn.session.account == .apple() && signedIn.session.signInMethod == .apple)
            #expect(signedIn.session.isRemembered && signedIn.session.client == SessionClient())
            #expect(try await it.auth.refusal(signedIn.tokens.accessToken) == nil)
            let again = try await it.auth.send(try it.request(nonce: "another"))
            #expect(again.session.account == .apple() && again.session.session != signedIn.session.session)
            // One look at the keys served both.
            #expect(it.apple.keyReadings == 1)
            #expect(it.auth.count(SessionMetrics.signIns, ["method": "apple", "outcome": "success"]) == 2)
            #expect(it.auth.count(SessionMetrics.keyReadings, ["issuer": "apple", "outcome": "success"]) == 1)
        }
    }

    @Test("An identity token signs in once, and for 10 seconds again in case the answer was lost")
    func once() async throws {
        let (folder, clock) = (try TemporaryFolder(), SetClock())
        try await AppleIssuer.run { apple in
            let kept = Mutex<SignInWithApple?>(nil)
            try await AppleHarness.run(with: apple, in: folder, clock: clock) { auth in
                let request = try AppleHarness(auth: auth, apple: apple).request(nonce: "raw")
                let first = try await auth.send(request)
                clock.advance(seconds: 10)
                let second = try await auth.send(request)
                #expect(first.session.account == second.session.account)
                clock.advance(milliseconds: 1)
                #expect(try await auth.outcome(request) == .invalidToken)
                #expect(auth.log.events("sign-in-refused").map { $0.metadata["reason"] } == ["spent"])
                // The sessions that it began go on.
                #expect(try await auth.refusal(first.tokens.accessToken) == nil)
                kept.withLock { $0 = request }
            }
            // Over a restart too, and when the account is not there any more: no old token brings it back.
            let request = try #require(kept.withLock { $0 })
            try await AppleHarness.run(with: apple, in: folder, clock: clock) { auth in
                let asked = auth.identity.clients.count
                let old = try await auth.outcome(request)
                #expect(old == .invalidToken && auth.identity.clients.count == asked)
                let fresh = try await auth.outcome(try AppleHarness(auth: auth, apple: apple).request())
                #expect(fresh == nil)
            }
        }
    }

    @Test("A missing account is not made again, because a backup may restore it")
    func missing() async throws {
        let (folder, clock) = (try TemporaryFolder(), SetClock())
        try await AppleIssuer.run { apple in
            try await AppleHarness.run(with: apple, in: folder, clock: clock) { auth in
                let refusal = try await auth.outcome(try AppleHarness(auth: auth, apple: apple).request())
                #expect(refusal == nil)
                // Only an account that the feed has announced is missing. Others could have been made a moment ago.
                _ = try await auth.send(AwaitAccountChanges())
            }
            try folder.loseIdentity()
            try await AppleHarness.run(with: apple, in: folder, clock: clock) { auth in
                // Until its feed has been read anew the account counts as one that is there.
                _ = try await auth.send(AwaitAccountChanges())
                let request = try AppleHarness(auth: auth, apple: apple).request()
                #expect(try await auth.outcome(request) == .unavailable)
                #expect(auth.identity.clients.isEmpty)
                // Once identity has the account again its person signs in, by the same token too.
                try await auth.identity.publish(.apple(), .active)
                #expect(try await eventually { try await auth.outcome(request) == nil }, "the account is back")
            }
        }
    }

    @Test("Of many parallel sign-ins with one token one begins a session, also if its signature is encoded differently")
    func onceForAll() async throws {
        try await AppleHarness.run { it in
            try it.apple.rotate(to: .p256(.init()))
            let request = try it.request()
            #expect(try await it.auth.outcome(request) == nil)
            it.auth.clock.advance(seconds: 11)
            // The other signature of the same text that every one by ECDSA has: n - s in place of s.
            let parts = request.identityToken.value.split(separator: ".").map(String.init)
            let signature = try #require(base64URLDecoded(parts[2].utf8))
            let other = Array(signature.prefix(32)) + P256Order.minus(Array(signature.suffix(32)))
            let again = SignInWithApple.of("\(parts[0]).\(parts[1]).\(base64URL(other))")
            #expect(again.identityToken.value != request.identityToken.value)
            #expect(try await it.auth.outcome(again) == .invalidToken)
            #expect(it.auth.log.events("sign-in-refused").map { $0.metadata["reason"] } == ["spent"])
        }
    }

    @Test("A sign-in that identity refuses spends no token")
    func notSpent() async throws {
        try await AppleHarness.run { it in
            try await it.auth.identity.publish(.apple(), .disabled)
            let request = try it.request()
            #expect(try await it.auth.outcome(request) == .wrongCredentials)
            try await it.auth.identity.publish(.apple(), .active)
            it.auth.clock.advance(seconds: 60)
            // The news of the account may reach auth-session a moment later.
            #expect(try await eventually { try await it.auth.outcome(request) == nil }, "the person is signed in")
        }
    }

    @Test(
        "A token counts within a minute of its time, for clocks that differ",
        arguments: [-60, 0, 86_400 + 59] as [Int64])
    func leeway(_ age: Int64) async throws {
        try await AppleHarness.run { it in
            let token = try it.apple.token(for: AppleHarness.user, at: it.now - age)
            let outcome = try await it.auth.outcome(SignInWithApple.of(token))
            #expect(outcome == nil)
        }
    }

    @Test("A token needs no nonce where Apple says that it takes none")
    func nonceNotSupported() async throws {
        try await AppleHarness.run { it in
            for value in ["false", #""false""#] {
                let request = try it.request(shown: "raw") { $0.claims["nonce_supported"] = value }
                #expect(try await it.auth.outcome(request) == nil)
            }
        }
    }

    @Test("Without configured audiences the sign-in is refused, and the error names the setting")
    func notSetUp() async throws {
        try await AuthSessionHarness.run { auth in
            let refusal = try #require(try await serviceError { try await auth.send(SignInWithApple.of("a.b.c")) })
            #expect(refusal.code == .invalidRequest && refusal.message.contains("BALISE_APPLE_AUDIENCES"))
            let outcome = try await auth.outcome(TakeAppleNotification(payload: SecretText("a.b.c")))
            #expect(outcome == .invalidRequest)
        }
    }

    @Test("Neither log nor database contains anything about the Apple user, also after a refusal")
    func nothingLeft() async throws {
        let folder = try TemporaryFolder()
        try await AppleHarness.run(in: folder) { it in
            let mail = { (draft: inout TokenDraft) in draft.claims["email"] = TokenDraft.text("canary@example.org") }
            #expect(try await it.auth.outcome(try it.request(change: mail)) == nil)
            let forged = try it.request {
                mail(&$0)
                $0.claims["aud"] = TokenDraft.text("com.example.canary")
            }
            #expect(try await it.auth.outcome(forged) == .invalidToken)
            let told = try it.apple.notification("consent-revoked", of: AppleHarness.user, at: it.now)
            #expect(try await it.auth.outcome(TakeAppleNotification(payload: SecretText(told))) == nil)
            #expect(it.auth.log.lines.allSatisfy { !$0.text.contains("canary") })
            #expect(try folder.files(holding: Data("canary".utf8)) == [])
        }
    }
}

/// The order of the group of P-256 (SEC 2, section 2.4.2).
private enum P256Order {
    private static let bytes: [UInt8] =
        [0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0] + [UInt8](repeating: 0xFF, count: 8) + [
            0xBC, 0xE6, 0xFA, 0xAD, 0xA7, 0x17, 0x9E, 0x84, 0xF3, 0xB9, 0xCA, 0xC2, 0xFC, 0x63, 0x25, 0x51,
        ]

    /// The order less a number of 32 bytes that is smaller.
    static func minus(_ number: [UInt8]) -> [UInt8] {
        var (rest, borrow) = (bytes, 0)
        for place in bytes.indices.reversed() {
            let digit = Int(bytes[place]) - Int(number[place]) - borrow
            borrow = digit < 0 ? 1 : 0
            rest[place] = UInt8(digit + 256 * borrow)
        }
        return rest
    }
}
