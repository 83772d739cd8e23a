// Accounts whose addresses versions before kept: without IDNA, and some that are no addresses any more.

@testable import Identity

@Suite("An address that was kept before there was one rule", .timeLimit(.minutes(10))) struct KeptAddressTests {
    private let stores = ScratchStores()

    private static let books = "ada@b\u{fc}cher.example"
    private static let encoded = "ada@xn--bcher-kva.example"

    /// Keeps an account as versions before would have.
    private func keep(_ id: String, _ address: String, in store: IdentityStore) async throws {
        try await store.create(id, .email("\(id)@example.org"))
        let account = AccountID.named(id)
        try await store.write { connection in
            try connection.run(
                "UPDATE account SET email = \(address), verified_email = \(address) WHERE id = \(account)")
            try connection.run("UPDATE account SET email_verified_at = \(UnixTime.start) WHERE id = \(account)")
            try connection.run(
                """
                UPDATE sign_in_name SET name = \(address) WHERE account = (SELECT number FROM account WHERE id = \(account))
                """)
        }
    }

    @Test(
        "finds its account by both spellings of its domain, and lets nobody have a second one",
        arguments: StoreKind.allCases)
    func found(kind: StoreKind) async throws {
        let store = try stores.identity(kind)
        try await keep("ada", Self.books, in: store)
        for text in [Self.books, Self.encoded, "ADA@B\u{dc}CHER.example"] {
            #expect(try await store.findPassword(of: LoginKey.of(text))?.account == .named("ada"))
            #expect(try await store.findAccount(nil, LoginKey.of(text)).account == .named("ada"))
            #expect(await refusal { try await store.checkFree(nil, .email(text)) } == .nameTaken(.email))
            let reset = try await store.requestPasswordReset(
                of: .of(text), token: [1], until: .start.adding(seconds: 60))
            #expect(reset == .named("ada"))
            let filter = try AccountFilter(ListAccounts(query: Personal(text), limit: 9))
            let page = try await store.listAccounts(filter, after: nil, limit: 9)
            #expect(page.accounts.map(\.account) == [.named("ada")])
        }
        let profile = try await store.getProfile(.named("ada"))
        #expect(profile.emailAddress?.text.value == Self.encoded && profile.emailVerifiedAt == .start)
    }

    @Test("is kept in the new form by the next change, and counts as confirmed on", arguments: StoreKind.allCases)
    func changed(kind: StoreKind) async throws {
        let store = try stores.identity(kind)
        try await keep("ada", Self.books, in: store)
        let same = try await store.updateProfile(
            .named("ada"), names: .email(Self.encoded), details: ProfileDetails(), checked: nil, telling: .sample(),
            at: .start)
        #expect(same.names.email?.value == Self.encoded && same.emailVerifiedAt == .start)
        #expect(try await store.getProfile(.named("ada")).emailVerifiedAt == .start)
        #expect(try await store.findPassword(of: LoginKey.of(Self.books))?.account == .named("ada"))
    }

    @Test("may be one of two spellings, of which each finds its own account", arguments: StoreKind.allCases)
    func twice(kind: StoreKind) async throws {
        let store = try stores.identity(kind)
        try await keep("ada", Self.books, in: store)
        try await keep("bob", Self.encoded, in: store)
        #expect(try await store.findPassword(of: LoginKey.of(Self.books))?.account == .named("ada"))
        #expect(try await store.findPassword(of: LoginKey.of(Self.encoded))?.account == .named("bob"))
    }

    @Test(
        "and is none any more is a name to sign in with, to which nothing is sent",
        arguments: ["ada@example.org.", "mailto:ada@example.org", "ada@[192.0.2.1]", "a\u{200d}da@example.org"])
    func none(_ text: String) async throws {
        let store = try stores.identity(.sqlite)
        try await keep("ada", text, in: store)
        #expect(try await store.findPassword(of: LoginKey.of(text))?.account == .named("ada"))
        let profile = try await store.getProfile(.named("ada"))
        #expect(profile.names.email?.value == text && profile.emailAddress == nil && profile.noticeAddress == nil)
        let link = await refusal {
            try await store.sendPasswordLink(
                to: .named("ada"), token: [1], until: .start.adding(seconds: 60), by: .sample(), at: .start)
        }
        #expect(link == .noAddress)
        // Its person gives the account another one.
        let password = try await store.findPassword(of: .named("ada"))
        let changed = try await store.updateProfile(
            .named("ada"), names: .email("ada@example.org"), details: ProfileDetails(), checked: password,
            telling: .sample(), at: .start)
        #expect(changed.emailAddress?.text.value == "ada@example.org")
    }
}
