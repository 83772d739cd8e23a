@testable import AuthSession

@Suite("Revocation at Apple", .timeLimit(.minutes(10))) struct AppleRevocationTests {
    private static let key = P256.Signing.PrivateKey()

    private static func withKey(_ settings: inout Settings) {
        settings.apple.services = AppleSettings.Services(
            teamID: "TEAM", keyID: "KEY", key: Secret(key.pemRepresentation))
    }

    private func signIn(_ code: String?, _ it: AppleHarness) async throws {
        let token = try it.apple.token(for: AppleHarness.user, at: it.now)
        _ = try await it.auth.send(SignInWithApple.of(token, code: code))
    }

    private func asked(_ apple: AppleIssuer) -> [String] {
        apple.calls.map { "\($0.path) \($0.form["code"] ?? $0.form["token"] ?? "")" }
    }

    @Test("A sign-in exchanges its code, and the account's end revokes the token; no log or file holds them")
    func revokes() async throws {
        let folder = try TemporaryFolder()
        try await AppleHarness.run(AppleRevocationTests.withKey, in: folder) { it in
            try await signIn("canary-code", it)
            try await it.auth.untilCounted(AppleTokenRevoker.exchanges, "success")
            try await it.auth.identity.publish(.apple(), nil)
            try await it.auth.untilCounted(AppleTokenRevoker.revocations, "success")
            #expect(asked(it.apple) == ["/auth/token canary-code", "/auth/revoke refresh-canary-code"])
            let form = it.apple.calls[0].form
            #expect(form["grant_type"] == "authorization_code" && form["client_id"] == AppleIssuer.audience)
            let secret = try #require(SignedToken(SecretText(form["client_secret"] ?? ""), maximumLength: 2000))
            let signature = try P256.Signing.ECDSASignature(rawRepresentation: secret.signature)
            #expect(Self.key.publicKey.isValidSignature(signature, for: secret.signedPart))
            #expect(secret.header.algorithm == "ES256" && secret.header.keyID == "KEY")
            let claims = try JSONDecoder().decode(TokenClaims.self, from: secret.claims)
            #expect(claims.issuer == "TEAM" && claims.subject == AppleIssuer.audience)
            #expect(claims.audiences == [AppleIssuer.issuer] && claims.expiresAt == .start.adding(seconds: 300))
            #expect(it.auth.log.lines.allSatisfy { !$0.text.contains("canary") })
            #expect(try folder.files(holding: Data("canary".utf8)) == [])
        }
    }

    @Test("Each code is exchanged as the client that it was made for, and the tokens of all clients are revoked")
    func clients() async throws {
        try await AppleHarness.run(AppleRevocationTests.withKey) { it in
            it.auth.clock.advance(seconds: 1)
            let (app, page) = (AppleIssuer.audience, "com.example.other")
            for (client, code) in [(app, "one"), (page, "two"), (app, "new")] {
                var draft = it.apple.draft(for: AppleHarness.user, nonce: code, at: it.now)
                draft.claims["aud"] = TokenDraft.text(client)
                var message = SignInWithApple.of(try draft.signed(by: it.apple.key), nonce: code, code: code)
                if client == page { message.redirectURI = "https://app.example/back" }
                _ = try await it.auth.send(message)
                #expect(await eventually { it.apple.calls.last?.form["code"] == code })
            }
            try await it.auth.untilCounted(AppleTokenRevoker.exchanges, "success", 3)
            #expect(it.apple.calls.map { $0.form["client_id"] } == [app, page, app])
            #expect(it.apple.calls.map { $0.form["redirect_uri"] } == [nil, "https://app.example/back", nil])
            let shown = SecretText(it.apple.calls[1].form["client_secret"] ?? "")
            let secret = try #require(SignedToken(shown, maximumLength: 2000))
            #expect(try JSONDecoder().decode(TokenClaims.self, from: secret.claims).subject == page)
            try await it.auth.identity.publish(.apple(), nil)
            try await it.auth.untilCounted(AppleTokenRevoker.revocations, "success", 2)
            let revoked = it.apple.calls.dropFirst(3).map { [$0.form["client_id"], $0.form["token"]] }
            #expect(Set(revoked) == [[page, "refresh-two"], [app, "refresh-new"]])
        }
    }

    @Test("A failed revocation is repeated after a restart, and one that Apple has already ended is done")
    func durable() async throws {
        let folder = try TemporaryFolder()
        let clock = SetClock()
        try await AppleIssuer.run { apple in
            try await AppleHarness.run(with: apple, AppleRevocationTests.withKey, in: folder, clock: clock) { auth in
                let it = AppleHarness(auth: auth, apple: apple)
                try await signIn("one", it)
                try await auth.untilCounted(AppleTokenRevoker.exchanges, "success")
                apple.fail(.status(500))
                try await auth.identity.publish(.apple(), nil)
                try await auth.untilCounted(AppleTokenRevoker.revocations, "failed")
            }
            apple.fail(.none)
            // Its time has not come yet.
            try await AppleHarness.run(with: apple, AppleRevocationTests.withKey, in: folder, clock: clock) { auth in
                let it = AppleHarness(auth: auth, apple: apple)
                try await signIn("old-two", it)
                try await auth.untilCounted(AppleTokenRevoker.exchanges, "failed")
                #expect(asked(apple) == ["/auth/token one", "/auth/token old-two"])
            }
            clock.advance(seconds: 30)
            try await AppleHarness.run(with: apple, AppleRevocationTests.withKey, in: folder, clock: clock) { auth in
                try await auth.untilCounted(AppleTokenRevoker.revocations, "success")
                #expect(asked(apple).last == "/auth/revoke refresh-one")
            }
        }
    }

    @Test("Without Apple's key, waiting revocations are deleted after 30 days")
    func keyTakenAway() async throws {
        let folder = try TemporaryFolder()
        let clock = SetClock()
        try await AppleIssuer.run { apple in
            try await AppleHarness.run(with: apple, AppleRevocationTests.withKey, in: folder, clock: clock) { auth in
                try await signIn("one", AppleHarness(auth: auth, apple: apple))
                try await auth.untilCounted(AppleTokenRevoker.exchanges, "success")
            }
            try await AppleHarness.run(with: apple, in: folder, clock: clock) { auth in
                try await auth.identity.publish(.apple(), nil)
                try await eventually("the account is gone") {
                    try await auth.send(ListSessions(account: .apple())).isEmpty
                }
            }
            clock.advance(seconds: 30 * day + 1)
            #expect(try await tokens(in: folder, dueAt: clock.now()) == 1)
            try await AppleHarness.run(with: apple, in: folder, clock: clock) { auth in
                // Nobody's account goes in a later round of the purge, so the first one is over by then.
                let nobody = try await auth.send(SignInAnonymously(kind: .opaque))
                _ = try await auth.send(EndSession(account: nobody.profile.account, session: nobody.session.session))
                auth.signalPurge()
                #expect(await eventually { auth.identity.erased == [nobody.profile.account] })
            }
            #expect(try await tokens(in: folder, dueAt: clock.now()) == 0)
        }
    }

    private func tokens(in folder: TemporaryFolder, dueAt now: UnixTime) async throws -> Int {
        let database = try SessionStore.openDatabase(at: folder.url.appendingPathComponent("auth-session.sqlite"))
        defer { try? database.close() }
        let store = SessionStore(database: database, limits: SessionLimits(), tokens: .sample)
        return try await store.dueAppleRevocations(at: now, limit: 10).count
    }

    @Test("Without a key no code is exchanged")
    func nothing() async throws {
        try await AppleHarness.run { it in
            try await signIn("code", it)
            try await signIn(nil, it)
            try await it.auth.identity.publish(.apple(), nil)
            try await eventually("the account is gone") {
                try await it.auth.send(ListSessions(account: .apple())).isEmpty
            }
            #expect(it.apple.calls.isEmpty)
        }
    }

    @Test("A key that cannot be read stops the start and says what to do")
    func badKey() async throws {
        let error = await #expect(throws: AppleServices.Failure.self) {
            try await AuthSessionHarness.run {
                AppleRevocationTests.withKey(&$0)
                $0.apple.services?.key = Secret("no key")
            } _: { _ in
            }
        }
        #expect(error?.description.contains("apple.servicesKey") == true)
    }
}

@Suite("Session stores: tokens of Apple") struct AppleTokenStoreTests {
    private let stores = ScratchStores()

    @Test("A token of an erased account is due for revocation, also a late one", arguments: StoreKind.allCases)
    func due(_ kind: StoreKind) async throws {
        let store = try stores.sessions(kind)
        try await store.keepAppleToken([1], of: .anna, client: "app", at: .start)
        try await store.keepAppleToken([2], of: .anna, client: "app", at: .start)
        try await store.keepAppleToken([3], of: .ben, client: "app", at: .start)
        try await store.keepAppleToken([6], of: .ben, client: "page", at: .start)
        #expect(try await store.dueAppleRevocations(at: .start, limit: 10).isEmpty)
        _ = try await store.apply([(.anna, nil)])
        #expect(try await store.dueAppleRevocations(at: .start, limit: 10).map(\.sealed) == [[2]])
        try await store.keepAppleToken([4], of: .anna, client: "app", at: .start)
        #expect(try await store.dueAppleRevocations(at: .start, limit: 10).map(\.sealed) == [[2], [4]])
        // The same person comes again: what is kept for the new account stays.
        _ = try await store.apply([(.anna, AccountChange(status: .active))], from: 2)
        try await store.keepAppleToken([5], of: .anna, client: "app", at: .start)
        let due = try await store.dueAppleRevocations(at: .start, limit: 10)
        #expect(due.map(\.sealed) == [[2], [4]] && due.allSatisfy { $0.account == .anna && $0.failures == 0 })
        try await store.postponeAppleRevocation(due[0].number, until: .start.adding(seconds: 30), failures: 1)
        try await store.removeAppleRevocation(due[1].number)
        #expect(try await store.dueAppleRevocations(at: .start, limit: 10).isEmpty)
        let later = try await store.dueAppleRevocations(at: .start.adding(seconds: 30), limit: 10)
        #expect(later.map(\.sealed) == [[2]] && later.map(\.failures) == [1])
        _ = try await store.apply([(.ben, nil)], from: 3)
        let bens = try await store.dueAppleRevocations(at: .start, limit: 10)
        #expect(bens.map(\.sealed) == [[3], [6]] && bens.map(\.client) == ["app", "page"])
    }

    @Test("A sealed token opens only unaltered, with its key and for its account")
    func sealing() throws {
        let seal = AppleTokenSeal(key: SymmetricKey(data: [UInt8](repeating: 1, count: 32)))
        var sealed = try seal.sealed(SecretText("token"), of: .anna)
        #expect(try seal.open(sealed, of: .anna).value == "token")
        #expect(throws: AppleTokenSeal.Failure.self) { try seal.open(sealed, of: .ben) }
        let other = AppleTokenSeal(key: SymmetricKey(data: [UInt8](repeating: 2, count: 32)))
        #expect(throws: AppleTokenSeal.Failure.self) { try other.open(sealed, of: .anna) }
        sealed[sealed.count - 1] ^= 1
        #expect(throws: AppleTokenSeal.Failure.self) { try seal.open(sealed, of: .anna) }
    }
}
