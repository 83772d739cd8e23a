@testable import Identity

@Suite("A store recognises people of identity providers", .timeLimit(.minutes(10))) struct IssuedUserStoreTests {
    private let stores = ScratchStores()

    private static let address = "ada@example.org"
    private static let claims = PersonClaims(
        email: Personal(address), firstName: Personal("Ada"), phone: Personal("+33612345678"), phoneIsVerified: true)

    private static func link(
        _ subject: Character = "a", _ issuer: String = "https://one.example"
    ) throws -> ProviderLink {
        try ProviderLink(issuer: issuer, subjectHash: String(repeating: subject, count: 64))
    }

    private func recognise(
        _ store: IdentityStore, _ link: ProviderLink, _ claims: PersonClaims = claims, as id: String = "new",
        at now: UnixTime = .start
    ) async throws -> RecognisedAccount {
        let account = NewAccount(
            id: .named(id), names: AccountNames(), details: ProfileDetails(), password: nil,
            registration: RegistrationRecord(device: "App/1.0"))
        return try await store.recogniseIssuedUser(
            link, claims, as: account, login: LoginRecord(device: "App/2.0"), at: now)
    }

    @Test("A new person gets an account without names and password, once", arguments: StoreKind.allCases)
    func making(kind: StoreKind) async throws {
        let store = try stores.identity(kind)
        let made = try await recognise(store, Self.link())
        #expect(made.result == .made)
        let profile = made.verified.profile
        #expect(profile.account == .named("new") && profile.names == AccountNames() && profile.vouchedAt == .start)
        #expect(profile.contactEmail?.value == Self.address && profile.details.firstName?.value == "Ada")
        #expect(profile.verifiedPhone?.value == "+33612345678" && profile.phoneVerifiedAt == .start)
        #expect(profile.registration.device == "App/1.0" && profile.passwordChangedAt == nil)
        #expect(try await store.findPassword(of: profile.account) == nil)

        let later = UnixTime.start.adding(seconds: 60)
        let again = try await recognise(store, Self.link(), as: "other", at: later)
        #expect(again.result == .known && again.verified.verifiedAt == later)
        let read = try await store.getProfile(.named("new"))
        for profile in [again.verified.profile, read] {
            #expect(profile.account == .named("new") && profile.vouchedAt == .start && profile.updatedAt == .start)
            #expect(profile.phoneVerifiedAt == .start)
            #expect(profile.lastLogin == LoginRecord(at: later, device: "App/2.0"))
        }
        // A sign-in does not appear in the feed.
        #expect(try await store.readFeed(epoch: nil, after: 0, limit: 10).highWater == 1)
    }

    @Test("A user is identified by issuer and subject, and never by an address", arguments: StoreKind.allCases)
    func links(kind: StoreKind) async throws {
        let store = try stores.identity(kind)
        try await store.create("ada", .email(Self.address))
        let links = [try Self.link(), try Self.link("b"), try Self.link("a", "https://two.example")]
        for (number, link) in links.enumerated() {
            let recognised = try await recognise(store, link, as: "new\(number)")
            #expect(recognised.result == .made && recognised.verified.profile.contactEmail?.value == Self.address)
        }
        // The address belongs to the account that chose it as a name.
        #expect(try await store.findAccount(nil, .of(Self.address)).account == .named("ada"))
        let phone = LoginKey.of("+33612345678")
        #expect(await refusal { _ = try await store.findAccount(nil, phone) } == .unknownAccount)
    }

    @Test("Many parallel requests make one account", arguments: StoreKind.allCases)
    func race(kind: StoreKind) async throws {
        let store = try stores.identity(kind)
        let link = try Self.link()
        let recognised = try await concurrently(100) { number in try await recognise(store, link, as: "new\(number)") }
        #expect(recognised.count { $0.result == .made } == 1)
        #expect(Set(recognised.map(\.verified.profile.account)).count == 1)
        #expect(try await store.feed().count == 1)
    }

    @Test("Later claims of the provider update the account", arguments: StoreKind.allCases)
    func later(kind: StoreKind) async throws {
        let store = try stores.identity(kind)
        _ = try await recognise(store, Self.link())
        let change = ProfileDetails(firstName: Personal("Augusta"))
        _ = try await store.updateProfile(
            .named("new"), names: AccountNames(), details: change, checked: nil, at: .start)
        let claims = PersonClaims(
            email: Personal("countess@example.org"), firstName: Personal("Ada"), lastName: Personal("King"),
            phone: Personal("+33687654321"), phoneIsVerified: true)
        let later = UnixTime.start.adding(seconds: 60)
        let recognised = try await recognise(store, Self.link(), claims, at: later)
        for profile in [recognised.verified.profile, try await store.getProfile(.named("new"))] {
            #expect(profile.contactEmail?.value == "countess@example.org" && profile.updatedAt == later)
            #expect(profile.details.firstName?.value == "Augusta" && profile.details.lastName?.value == "King")
            #expect(profile.verifiedPhone?.value == "+33687654321" && profile.phoneVerifiedAt == later)
        }
    }

    @Test("A closed account is refused, and an erased user gets a new one", arguments: StoreKind.allCases)
    func closed(kind: StoreKind) async throws {
        let store = try stores.identity(kind)
        _ = try await recognise(store, Self.link())
        try await store.setAccountStatus(.named("new"), .disabled, at: .start)
        #expect(await refusal { _ = try await recognise(store, try Self.link()) } == .accountDisabled)
        #expect(try await store.eraseAccount(.named("new"), at: .start) != nil)
        let returned = try await recognise(store, Self.link(), as: "returned")
        #expect(returned.result == .made && returned.verified.profile.account == .named("returned"))
        #expect(returned.verified.profile.number == 2)
    }
}
