@testable import Identity

@Suite("A store keeps links with identity providers", .timeLimit(.minutes(10))) struct ProviderLinkStoreTests {
    private let stores = ScratchStores()

    private static let ada = AccountID.named("ada")

    private static func link(_ subject: Character, _ issuer: String = "https://one.example") throws -> ProviderLink {
        try ProviderLink(issuer: issuer, subjectHash: String(repeating: subject, count: 64))
    }

    private func remove(
        _ id: ProviderLinkID, of account: AccountID = ada, _ store: IdentityStore, signedInAt: UnixTime? = nil
    ) async throws {
        try await store.removeProviderLink(id, of: account, signedInAt: signedInAt, at: later(60))
    }

    private func recognise(
        _ store: IdentityStore, _ link: ProviderLink, cancelsErasure: Bool = false, skipsSecondStep: Bool = false,
        at now: UnixTime
    ) async throws -> RecognisedAccount {
        try await store.recogniseIssuedUser(
            link, PersonClaims(email: Personal("at@provider.example")), as: .sample("new", password: nil),
            login: LoginRecord(device: "App"), cancelsErasure: cancelsErasure, skipsSecondStep: skipsSecondStep,
            at: now)
    }

    @Test("Links are listed the latest first, and only their person removes one", arguments: StoreKind.allCases)
    func removing(kind: StoreKind) async throws {
        let store = try stores.identity(kind)
        let verified = try await store.create()
        try await store.create("ben", .username("ben"))
        for (subject, moment) in [("a" as Character, UnixTime.start), ("b", later(10))] {
            _ = try await store.linkIssuedUser(
                try Self.link(subject), PersonClaims(), to: Self.ada, verifiedAt: verified.verifiedAt, at: moment)
        }
        let links = try await store.listProviderLinks(Self.ada)
        #expect(links.map(\.linkedAt) == [later(10), .start] && Set(links.map(\.issuer)) == ["https://one.example"])
        let id = try #require(links.first?.id)
        #expect(await refusal { try await remove(id, of: .named("ben"), store) } == .unknownLink)
        try await remove(id, store)
        #expect(try await store.listProviderLinks(Self.ada).map(\.id) == [links[1].id])
        #expect(await refusal { try await remove(id, store) } == .unknownLink)
        // Sessions that began at a provider end, and no others.
        let change = try await store.feed()["ada"] ?? nil
        #expect(change?.providerSessionsEndBefore == later(60) && change?.sessionsEndBefore == nil)
        // The second provider's user signs in through a session that continues.
        #expect(try await recognise(store, try Self.link("b"), at: later(60)).result == .made)
        let again = try await recognise(store, try Self.link("a"), at: later(60))
        #expect(again.verified.profile.account == Self.ada && again.verified.verifiedAt > later(60))
    }

    @Test("The only way to sign in cannot be removed", arguments: StoreKind.allCases)
    func onlyWayIn(kind: StoreKind) async throws {
        let store = try stores.identity(kind)
        let made = try await recognise(store, try Self.link("a"), at: .start)
        let id = try #require(try await store.listProviderLinks(.named("new")).first?.id)
        #expect(await refusal { try await remove(id, of: .named("new"), store) } == .onlyWayIn)
        #expect(try await store.listProviderLinks(.named("new")).count == 1)
        // A session that has ended removes nothing.
        try await store.setAccountStatus(.named("new"), .disabled, at: later(1))
        try await store.setAccountStatus(.named("new"), .active, at: later(2))
        let outdated = made.verified.verifiedAt
        #expect(
            await refusal { try await remove(id, of: .named("new"), store, signedInAt: outdated) } == .sessionOutdated)
        // Another link is another way in.
        let known = try await recognise(store, try Self.link("a"), at: later(3)).verified
        _ = try await store.linkIssuedUser(
            try Self.link("c", "https://two.example"), PersonClaims(), to: .named("new"),
            verifiedAt: known.verifiedAt, at: later(3))
        try await remove(id, of: .named("new"), store, signedInAt: known.verifiedAt)
        let other = try #require(try await store.listProviderLinks(.named("new")).first?.id)
        #expect(await refusal { try await remove(other, of: .named("new"), store) } == .onlyWayIn)
    }

    @Test("A provider's sign-in is only the first step if the account has a second one", arguments: StoreKind.allCases)
    func secondStep(kind: StoreKind) async throws {
        let store = try stores.identity(kind)
        let verified = try await store.create()
        let link = try Self.link("a")
        _ = try await store.linkIssuedUser(
            link, PersonClaims(), to: Self.ada, verifiedAt: verified.verifiedAt, at: .start)
        #expect(try await recognise(store, link, at: later(1)).verified.firstStep == nil)
        _ = try await store.beginTOTP(Self.ada, [1], signedInAt: nil, at: later(1))
        let tried = try await store.tryConfirmation(of: Self.ada, signedInAt: nil, at: later(1))
        try await store.confirmTOTP(tried, step: 1, recoveryCodes: [], signedInAt: nil, at: later(1))
        let before = try await store.getProfile(Self.ada)
        let halfway = try await recognise(store, link, at: later(2))
        #expect(halfway.verified.firstStep?.passwordGeneration != nil)
        let after = try await store.getProfile(Self.ada)
        // Nothing is recorded about an unknown user.
        #expect(after.lastLogin == before.lastLogin && after.contactEmail == before.contactEmail)
        // The operator trusts the provider's second step.
        #expect(try await recognise(store, link, skipsSecondStep: true, at: later(3)).verified.firstStep == nil)
        // An erasure is taken back with the second step, and no sooner.
        _ = try await store.eraseAccount(Self.ada, grace: 600, at: later(4))
        let pending = Refusal.erasurePending(until: later(604))
        #expect(await refusal { _ = try await recognise(store, link, at: later(5)) } == pending)
        let cancelling = try await recognise(store, link, cancelsErasure: true, at: later(5))
        #expect(cancelling.verified.firstStep != nil && !cancelling.hasCancelledErasure)
        #expect(try await store.scheduledErasure(of: Self.ada) != nil)
    }
}
