@testable import AuthSession

@Suite("Moving an app to another Apple team", .timeLimit(.minutes(10))) struct AppleTransferTests {
    private static let key = P256.Signing.PrivateKey()
    private static let user = "000123.canary1.0001"
    private static let later = "999888.canary2.0001"
    private static let team = "NEWTEAM123"

    /// - Parameter team: To which the app moves; nil while it does not, or has moved.
    private func run(
        _ apple: AppleIssuer, in folder: TemporaryFolder, _ clock: SetClock, to team: String?,
        _ body: (AppleHarness) async throws -> Void
    ) async throws {
        try await AppleHarness.run(
            with: apple,
            {
                var services = AppleSettings.Services(
                    teamID: "TEAM", keyID: "KEY",
                    key: Secret(Self.key.pemRepresentation))
                services.transferTeam = team
                $0.apple.services = services
            }, in: folder, clock: clock
        ) { try await body(AppleHarness(auth: $0, apple: apple)) }
    }

    private func signIn(_ it: AppleHarness, _ user: String, transferID: String? = nil, code: String? = nil) async throws
        -> AccountID
    {
        var draft = it.apple.draft(for: user, nonce: code, at: it.now)
        draft.claims["transfer_sub"] = transferID.map(TokenDraft.text)
        it.auth.clock.advance(seconds: 1)
        let message = SignInWithApple.of(try draft.signed(by: it.apple.key), nonce: code, code: code)
        return try await it.auth.send(message).profile.account
    }

    private func count(_ it: AppleHarness, _ outcome: String) -> Double {
        it.auth.count(AppleTransfers.transfers, ["outcome": outcome])
    }

    @Test("Users keep their accounts: the transfer id leads to it first, then the new user id")
    func keepsAccounts() async throws {
        let (folder, clock) = (try TemporaryFolder(), SetClock())
        try await AppleIssuer.run { apple in
            try await run(apple, in: folder, clock, to: nil) { it in
                for user in [Self.user, "ended", "000456.other.0001"] { _ = try await signIn(it, user, code: user) }
                try await it.auth.untilCounted(AppleTokenRevoker.exchanges, "success", 3)
            }
            // A user who has withdrawn their consent does not block the others.
            apple.fail(.status(500))
            try await run(apple, in: folder, clock, to: Self.team) { it in
                #expect(await eventually { count(it, "failed") == 1 })
            }
            apple.fail(.none)
            try await run(apple, in: folder, clock, to: Self.team) { it in
                #expect(await eventually { count(it, "success") == 2 && count(it, "ended-before") == 1 })
                let asked = apple.calls.filter { $0.path == "/auth/usermigrationinfo" }
                #expect(asked.map { $0.form["sub"] } == [Self.user, "000456.other.0001"])
                #expect(asked.allSatisfy { $0.form["target"] == Self.team })
                #expect(asked.allSatisfy { $0.form["client_id"] == AppleIssuer.audience })
                #expect(apple.calls.count { $0.form["scope"] == "user.migration" } == 1)
                #expect(it.auth.log.lines.allSatisfy { !$0.text.contains("canary") })
            }
            let calls = apple.calls.count
            try await run(apple, in: folder, clock, to: Self.team) { it in
                let account = try await signIn(it, "000789.third.0001")
                #expect(account == .apple("000789.third.0001") && apple.calls.count == calls)
            }
            try await run(apple, in: folder, clock, to: nil) { it in
                let transferID = AppleIssuer.transferID(of: Self.user, to: Self.team)
                #expect(try await signIn(it, Self.later, transferID: transferID) == .apple(Self.user))
                #expect(try await signIn(it, Self.later) == .apple(Self.user), "60 days later Apple says no more")
                let unknown = AppleIssuer.transferID(of: "somebody", to: Self.team)
                #expect(try await signIn(it, "111222.new.0001", transferID: unknown) == .apple("111222.new.0001"))
                let notification = try it.apple.notification("account-delete", of: Self.later, at: it.now)
                _ = try await it.auth.send(TakeAppleNotification(payload: SecretText(notification)))
                #expect(it.auth.identity.erased.contains(.apple(Self.user)))
                // The mapping to the account is deleted with it.
                try await it.auth.identity.publish(.apple(Self.user), nil)
                try await eventually("the account is gone") {
                    try await it.auth.send(ListSessions(account: .apple(Self.user))).isEmpty
                }
                #expect(try await signIn(it, Self.later, transferID: transferID) == .apple(Self.later))
            }
        }
        #expect(try folder.files(holding: Data("canary".utf8)) == [])
    }
}

@Suite("Session stores: Apple users of a moved app") struct AppleAliasStoreTests {
    private let stores = ScratchStores()

    @Test("A stored transfer id leads to its account until that is erased", arguments: StoreKind.allCases)
    func aliases(_ kind: StoreKind) async throws {
        let store = try stores.sessions(kind)
        let transfer = AccountID.apple("transfer")
        let new = try AppleNames(userID: "new")
        let moved = try AppleNames(userID: "new", transferID: "transfer")
        try await store.keepAppleToken([1], of: .anna, client: "app", at: .start)
        try await store.keepAppleToken([2], of: .ben, client: "app", at: .start)
        let waiting = try await store.appleTokens(notPreparedFor: "team", after: 0, limit: 10)
        #expect(waiting.map(\.account) == [.anna, .ben])
        #expect(try await store.appleTokens(notPreparedFor: "team", after: waiting[0].number, limit: 10).count == 1)
        try await store.prepare(waiting[0].number, of: .anna, for: "team", alias: transfer)
        try await store.prepare(waiting[1].number, of: .ben, for: "team", alias: nil)
        #expect(try await store.appleTokens(notPreparedFor: "team", after: 0, limit: 10).isEmpty)
        #expect(try await store.appleTokens(notPreparedFor: "other", after: 0, limit: 10).count == 2)

        #expect(try await store.appleAccount(new) == new.account)
        #expect(try await store.appleAccount(AppleNames(userID: "new", transferID: "unknown")) == new.account)
        #expect(try await store.appleAccount(moved) == .anna)
        #expect(try await store.appleAccount(new) == .anna)
        _ = try await store.apply([(.anna, nil)])
        #expect(try await store.appleAccount(moved) == new.account)
        // It was erased while Apple was asked.
        try await store.prepare(waiting[0].number, of: .anna, for: "team", alias: transfer)
        #expect(try await store.appleAccount(moved) == new.account)
    }
}
