@testable import Identity

@Suite("A store recognises Apple users", .timeLimit(.minutes(10))) struct ProviderStoreTests {
    private let stores = ScratchStores()

    private static let id = "apple_0123456789abcdef0123456789abcd"
    private static let names = AccountNames.email("\(id)@familysync.anonymous")
    private let token = [UInt8](repeating: 5, count: 32)

    private func user(password: StoredPassword? = nil) -> NewAccount {
        NewAccount(
            id: .named(ProviderStoreTests.id), names: ProviderStoreTests.names,
            details: ProfileDetails(displayName: Personal("Utilisateur")), password: password,
            registration: RegistrationRecord(), hasGivenID: true)
    }

    private func recognise(_ store: IdentityStore, at now: UnixTime) async throws -> RecognisedAccount {
        try await store.recogniseAppleUser(user(), login: LoginRecord(), at: now)
    }

    @Test("A new person gets an account without a password, once", arguments: StoreKind.allCases)
    func making(kind: StoreKind) async throws {
        let store = try stores.identity(kind)
        let made = try await recognise(store, at: .start)
        #expect(made.result == .made)
        let profile = made.verified.profile
        #expect(profile.account.text == ProviderStoreTests.id && profile.number == 1 && profile.status == .active)
        #expect(profile.names == ProviderStoreTests.names && profile.details.displayName?.value == "Utilisateur")
        #expect(profile.vouchedAt == .start && profile.passwordChangedAt == nil)
        #expect(profile.registration == RegistrationRecord())
        #expect(profile.lastLogin == LoginRecord(at: made.verified.verifiedAt))
        #expect(try await store.findPassword(of: profile.account) == nil)

        let again = try await recognise(store, at: later())
        #expect(again.result == .known && again.verified.verifiedAt == later())
        #expect(again.verified.profile.number == 1 && again.verified.profile.vouchedAt == .start)
        let read = try await store.getProfile(profile.account)
        #expect(read.vouchedAt == .start && read.lastLogin == LoginRecord(at: later()))
        // A sign-in does not appear in the feed.
        #expect(try await store.readFeed(epoch: nil, after: 0, limit: 10).highWater == 1)
    }

    @Test("An Apple user gets no link for a new password", arguments: StoreKind.allCases)
    func resets(kind: StoreKind) async throws {
        let store = try stores.identity(kind)
        _ = try await store.createAccount(user(password: .sample()), at: .start)
        let address = try EmailAddress(try #require(ProviderStoreTests.names.email).value)
        for _ in 1...2 {
            let request = try await store.requestPasswordReset(of: address, token: token, until: later())
            #expect(request == nil)
            #expect(await refusal { try await store.checkPasswordReset(token, at: .start) } == .unknownReset)
            _ = try await recognise(store, at: .start)
        }
    }

    @Test("Many parallel requests make one account", arguments: StoreKind.allCases, [false, true])
    func race(kind: StoreKind, isThere: Bool) async throws {
        let store = try stores.identity(kind)
        if isThere { _ = try await store.createAccount(user(password: .sample()), at: .start) }
        let findings = try await concurrently(100) { _ in try await recognise(store, at: later()).result }
        #expect(findings.count { $0 == (isThere ? .takenOver : .made) } == 1)
        #expect(findings.count { $0 == .known } == 99)
        #expect(try await store.feed().count == 1)
        #expect(try await store.getProfile(.named(ProviderStoreTests.id)).number == 1)
    }

    @Test("A closed account is refused", arguments: StoreKind.allCases)
    func closed(kind: StoreKind) async throws {
        let store = try stores.identity(kind)
        _ = try await store.createAccount(user(password: .sample()), at: .start)
        try await store.setAccountStatus(.named(ProviderStoreTests.id), .disabled, at: .start)
        #expect(await refusal { _ = try await recognise(store, at: later()) } == .accountDisabled)
        #expect(try await store.password(ProviderStoreTests.id).stored == .sample())
        try await store.setAccountStatus(.named(ProviderStoreTests.id), .active, at: later())
        #expect(try await recognise(store, at: later()).result == .takenOver)
    }

    @Test("An Apple user gets the derived address that another account had before", arguments: StoreKind.allCases)
    func squatter(kind: StoreKind) async throws {
        let store = try stores.identity(kind)
        let names = AccountNames(username: "mallory", email: ProviderStoreTests.names.email)
        try await store.create("mallory", names)
        let address = try EmailAddress(try #require(ProviderStoreTests.names.email).value)
        _ = try await store.requestPasswordReset(of: address, token: token, until: later())
        let made = try await recognise(store, at: later())
        #expect(made.result == .made && made.verified.profile.names == ProviderStoreTests.names)
        #expect(try await store.getProfile(.named("mallory")).names == .username("mallory"))
        #expect(try await store.findAccount(nil, address.key).account == made.verified.profile.account)
        #expect(try await store.findPassword(of: LoginKey.of("mallory"))?.account == .named("mallory"))
        #expect(await refusal { try await store.checkPasswordReset(token, at: .start) } == .unknownReset)
    }

    @Test("A given id is used once, and its next account gets no earlier sessions", arguments: StoreKind.allCases)
    func givenIDs(kind: StoreKind) async throws {
        let store = try stores.identity(kind)
        func create(_ names: AccountNames, at now: UnixTime = .start) async throws -> VerifiedAccount {
            try await store.createAccount(
                NewAccount(
                    id: .named("chosen"), names: names, details: ProfileDetails(), password: .sample(),
                    registration: RegistrationRecord(), hasGivenID: true), at: now)
        }
        let first = try await create(.username("ada"))
        #expect(await refusal { _ = try await create(.username("bob")) } == .idTaken)
        #expect(await refusal { try await store.checkFree(.named("chosen"), .username("bob")) } == .idTaken)
        #expect(try await store.feed().count == 1)
        _ = try await store.eraseAccount(.named("chosen"), at: .start)
        try await store.checkFree(.named("chosen"), .username("ada"))
        let second = try await create(.username("ada"), at: later())
        let change = try #require(await store.feed()["chosen"] ?? nil)
        let end = try #require(change.sessionsEndBefore)
        #expect(first.verifiedAt <= end && second.verifiedAt > end)
        #expect(second.profile.number == first.profile.number + 1)
    }
}
