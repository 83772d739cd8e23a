@testable import Identity

@Suite("A store keeps accounts", .timeLimit(.minutes(10))) struct AccountStoreTests {
    private let stores = ScratchStores()

    private let token = [UInt8](repeating: 5, count: 32)

    @Test("A new account has all that the request says", arguments: StoreKind.allCases)
    func everything(kind: StoreKind) async throws {
        let store = try stores.identity(kind)
        let details = ProfileDetails(
            firstName: Personal("Ada \u{1} \u{1F469}"), lastName: Personal(""), locale: "fr-FR",
            fields: [
                "flag": Personal(.flag(false)), "whole": Personal(.number(42)), "part": Personal(.number(0.1)),
                "text": Personal(.text("\u{e9}")), "empty": Personal(.text("")),
            ], displayName: Personal("A\u{301}da"))
        let registration = RegistrationRecord(device: "x", location: Personal("Paris, FR"), country: Personal("FR"))
        let account = NewAccount(
            id: .named("ada"), names: try NameRules.checked(.ada), details: details, password: .sample(3),
            registration: registration)
        let created = try await store.createAccount(account, at: .start)
        let read = try await store.getProfile(.named("ada"))
        for profile in [created.profile, read] {
            #expect(profile.account == .named("ada") && profile.number == 1 && profile.status == .active)
            #expect(profile.names == account.names && profile.details == details)
            #expect(profile.createdAt == .start && profile.updatedAt == .start)
            #expect(profile.registration == registration && profile.lastLogin == LoginRecord())
            #expect(profile.passwordChangedAt == .start && profile.vouchedAt == nil)
        }
        #expect(created.verifiedAt == .start)
        #expect(try await store.password().stored == .sample(3))
        #expect(try await store.feed() == ["ada": AccountChange(status: .active, number: 1)])
    }

    @Test("A name belongs to one account, of whichever kind it is", arguments: StoreKind.allCases)
    func unique(kind: StoreKind) async throws {
        let store = try await stores.identityWithAda(kind)
        try await store.create("digits", .username("0612345678"))
        for (names, taken) in [
            (AccountNames.username("ADA"), NameKind.username), (.email("ADA@example.org"), .email),
            (.phone("+33 612345678"), .phone), (.phone("06 12 34 56 78"), .phone),
            (AccountNames(username: "free", email: Personal("ada@example.org")), .email),
        ] {
            #expect(await refusal { try await store.create("other", names) } == .nameTaken(taken))
            let checked = try NameRules.checked(names)
            #expect(await refusal { try await store.checkFree(nil, checked) } == .nameTaken(taken))
        }
        try await store.checkFree(.named("free"), .username("free"))
        #expect(try await store.feed().count == 2)
        // A person may have one name twice.
        try await store.create("both", AccountNames(username: "0799999999", phone: Personal("0799999999")))
    }

    @Test("Of many parallel accounts with one name one is made", arguments: StoreKind.allCases)
    func race(kind: StoreKind) async throws {
        let store = try stores.identity(kind)
        let made = try await concurrently(50) { number in
            (try? await store.create("a\(number)", .email("ada@example.org"))) != nil
        }.count { $0 }
        #expect(made == 1)
        #expect(try await store.feed().count == 1)
    }

    @Test("An account is found by id or name, and refused if they are two accounts", arguments: StoreKind.allCases)
    func finding(kind: StoreKind) async throws {
        let store = try stores.identity(kind)
        try await store.create("ada")
        try await store.create("other", .username("other2"))
        #expect(
            await refusal { _ = try await store.findAccount(.named("other"), .of("ada")) }
                == .ambiguousAccount(withID: .named("other"), withName: .named("ada")))
        #expect(try await store.findAccount(.named("other"), .of("other2")).account == .named("other"))
        #expect(try await store.findAccount(.named("other"), nil).account == .named("other"))
        #expect(try await store.findAccount(.named("nobody"), .of("ada")).account == .named("ada"))
        #expect(try await store.findAccount(nil, .of("ada@example.org")).account == .named("ada"))
        #expect(await refusal { _ = try await store.findAccount(.named("nobody"), .of("nobody")) } == .unknownAccount)
        #expect(await refusal { _ = try await store.getProfile(.named("nobody")) } == .unknownAccount)
    }

    @Test("An update changes only what it names, and names need the password", arguments: StoreKind.allCases)
    func updating(kind: StoreKind) async throws {
        let store = try await stores.identityWithAda(kind)
        try await store.create("bob", .username("bob"))
        let checked = try await store.password()
        let move = AccountNames.email("new@example.org")
        func update(_ names: AccountNames, _ checked: AccountPassword?) async throws {
            _ = try await store.updateProfile(
                .named("ada"), names: names, details: ProfileDetails(locale: "de", displayName: Personal("A")),
                checked: checked, at: later())
        }
        #expect(await refusal { try await update(move, nil) } == .passwordNeeded)
        #expect(await refusal { try await update(.username("BOB"), checked) } == .nameTaken(.username))
        #expect(try await store.getProfile(.named("ada")).details.locale == nil)
        // Another way to write the name that it has.
        try await update(.username("ADA"), nil)
        try await update(move, checked)
        let profile = try await store.getProfile(.named("ada"))
        #expect(
            profile.names
                == AccountNames(username: "ADA", email: Personal("new@example.org"), phone: Personal("+33612345678")))
        #expect(profile.details.locale == "de" && profile.details.displayName == Personal("A"))
        #expect(profile.updatedAt == later())
        #expect(try await store.findPassword(of: LoginKey.of("ada@example.org")) == nil)
        #expect(try await store.findPassword(of: LoginKey.of("new@example.org"))?.account == .named("ada"))
        // The proof is of no use once the password is another.
        try await store.changePassword(checked, new: .sample(2), at: later())
        #expect(await refusal { try await update(.email("c@d.org"), checked) } == .passwordOutdated)
    }

    @Test("Closing an account ends its sessions, and opening it brings none back", arguments: StoreKind.allCases)
    func status(kind: StoreKind) async throws {
        let store = try await stores.identityWithAda(kind)
        let checked = try await store.password()
        // The clock has been set back.
        let end = later(-60)
        try await store.setAccountStatus(.named("ada"), .disabled, at: end)
        let closed = AccountChange(status: .disabled, sessionsEndBefore: .start, number: 1)
        #expect(try await store.feed() == ["ada": closed])
        #expect(
            await refusal {
                _ = try await store.verifyPassword(checked, stronger: nil, login: LoginRecord(), at: later())
            } == .passwordOutdated)
        // Saying it again is no change.
        try await store.setAccountStatus(.named("ada"), .disabled, at: later(500))
        #expect(try await store.feed() == ["ada": closed])
        try await store.setAccountStatus(.named("ada"), .active, at: later())
        #expect(
            try await store.feed() == ["ada": AccountChange(status: .active, sessionsEndBefore: .start, number: 1)])
        let verified = try await store.verifyPassword(checked, stronger: nil, login: LoginRecord(), at: later(-60))
        #expect(verified.verifiedAt > .start)
        #expect(
            await refusal { try await store.setAccountStatus(.named("nobody"), .active, at: .start) }
                == .unknownAccount)
    }

    @Test("An erased account leaves only its tombstone, and no account gets its number", arguments: StoreKind.allCases)
    func erasing(kind: StoreKind) async throws {
        let store = try await stores.identityWithAda(kind)
        _ = try await store.requestPasswordReset(of: .of("ada@example.org"), token: token, until: later())
        #expect(try await store.eraseAccount(.named("ada"), at: .start) != nil)
        #expect(try await store.eraseAccount(.named("ada"), at: .start) == nil)
        #expect(try await store.feed() == ["ada": nil])
        #expect(await refusal { _ = try await store.getProfile(.named("ada")) } == .accountGone)
        #expect(await refusal { try await store.checkPasswordReset(token, at: .start) } == .unknownReset)
        #expect(try await store.findPassword(of: LoginKey.of("ada")) == nil)
        #expect(try await store.create("again").profile.number == 2)
    }
}
