@testable import Identity

@Suite("Addresses from before a rule", .timeLimit(.minutes(10))) struct KeptAddressTests {
    private let stores = ScratchStores()

    /// Stores an account with an address without looking at it.
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
        "An address that later rules refuse still signs in and gets no message",
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
