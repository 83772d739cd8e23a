@testable import Identity

@Suite("A store keeps passwords", .timeLimit(.minutes(10))) struct PasswordStoreTests {
    private let stores = ScratchStores()

    private let token = [UInt8](repeating: 5, count: 32)
    private let address = EmailAddress.of("ada@example.org")

    @Test("A password is found by each name and by the account", arguments: StoreKind.allCases)
    func finding(kind: StoreKind) async throws {
        let store = try await stores.identityWithAda(kind)
        for name in ["ada", "ada@example.org", "+33612345678"] {
            let found = try #require(await store.findPassword(of: LoginKey.of(name)))
            #expect(found.account == .named("ada") && found.status == .active && found.stored == .sample())
        }
        #expect(try await store.findPassword(of: LoginKey.of("bob")) == nil)
        #expect(try await store.findPassword(of: AccountID.named("bob")) == nil)
    }

    @Test("A sign-in is stored, and a stronger hash is no new password", arguments: StoreKind.allCases)
    func verifying(kind: StoreKind) async throws {
        let store = try await stores.identityWithAda(kind)
        let checked = try await store.password()
        let login = LoginRecord(device: "x", location: Personal("Rome"), ip: Personal("192.0.2.1"))
        let stronger = StoredPassword.sample(9, parameters: .standard)
        let verified = try await store.verifyPassword(checked, stronger: stronger, login: login, at: later())
        var expected = login
        expected.at = later()
        #expect(verified.verifiedAt == later() && verified.profile.lastLogin == expected)
        #expect(try await store.getProfile(.named("ada")).lastLogin == expected)
        #expect(try await store.password().stored == stronger)
        #expect(try await store.getProfile(.named("ada")).passwordChangedAt == .start)
        // Another sign-in that was checked against the weaker hash still counts.
        _ = try await store.verifyPassword(checked, stronger: nil, login: LoginRecord(), at: later())
        #expect(try await store.getProfile(.named("ada")).lastLogin == LoginRecord(at: later()))
        // A sign-in does not appear in the feed.
        #expect(try await store.feed() == ["ada": AccountChange(status: .active, number: 1)])
    }

    @Test("A password that was replaced meanwhile signs nobody in", arguments: StoreKind.allCases)
    func outdated(kind: StoreKind) async throws {
        let store = try await stores.identityWithAda(kind)
        let checked = try await store.password()
        try await store.changePassword(checked, new: .sample(2), at: later())
        #expect(try await store.getProfile(.named("ada")).passwordChangedAt == later())
        #expect(
            await refusal {
                _ = try await store.verifyPassword(checked, stronger: nil, login: LoginRecord(), at: .start)
            } == .passwordOutdated)
        #expect(
            await refusal { try await store.changePassword(checked, new: .sample(3), at: .start) }
                == .passwordOutdated)
        #expect(try await store.password().stored == .sample(2))
        _ = try await store.eraseAccount(.named("ada"), at: .start)
        #expect(
            await refusal {
                _ = try await store.verifyPassword(checked, stronger: nil, login: LoginRecord(), at: .start)
            } == .passwordOutdated)
    }

    @Test("A token sets a new password once and ends the sessions before it", arguments: StoreKind.allCases)
    func resetting(kind: StoreKind) async throws {
        let store = try await stores.identityWithAda(kind)
        let checked = try await store.password()
        let last = try await store.verifyPassword(checked, stronger: nil, login: LoginRecord(), at: later(100))
        let request = try await store.requestPasswordReset(of: address, token: token, until: later(3600))
        #expect(request == .named("ada"))
        try await store.checkPasswordReset(token, at: later())
        // The clock was set back since the last sign-in.
        let profile = try await store.resetPassword(token, new: .sample(7), at: later(50))
        #expect(profile.account == .named("ada") && profile.passwordChangedAt == later(50))
        #expect(try await store.password().stored == .sample(7))
        let end = AccountChange(status: .active, sessionsEndBefore: last.verifiedAt, number: 1, takenOverAt: later(50))
        #expect(try await store.feed() == ["ada": end])
        #expect(
            await refusal { _ = try await store.resetPassword(token, new: .sample(8), at: later()) }
                == .unknownReset)
        let next = try await store.verifyPassword(
            try await store.password(), stronger: nil, login: LoginRecord(), at: later(50))
        #expect(next.verifiedAt > last.verifiedAt)
    }

    @Test("Of two parallel uses of a token one succeeds", arguments: StoreKind.allCases)
    func race(kind: StoreKind) async throws {
        let store = try await stores.identityWithAda(kind)
        _ = try await store.requestPasswordReset(of: address, token: token, until: later())
        let done = await withTaskGroup(of: Bool.self) { group in
            for number in UInt8(10)..<30 {
                group.addTask {
                    (try? await store.resetPassword(token, new: .sample(number), at: .start)) != nil
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(done == 1)
    }

    /// An event that ends a token before its use.
    enum Ending: CaseIterable, Sendable { case time, laterToken, change, newAddress, closing }

    @Test("A token that has ended sets no password", arguments: StoreKind.allCases, Ending.allCases)
    func ended(kind: StoreKind, ending: Ending) async throws {
        let store = try await stores.identityWithAda(kind)
        _ = try await store.requestPasswordReset(of: address, token: token, until: later())
        let checked = try await store.password()
        var now = later(59)
        try await store.checkPasswordReset(token, at: now)
        switch ending {
        case .time: now = later(60)
        case .laterToken:
            let other = [UInt8](repeating: 6, count: 32)
            _ = try await store.requestPasswordReset(of: address, token: other, until: later())
            try await store.checkPasswordReset(other, at: now)
        case .change: try await store.changePassword(checked, new: .sample(2), at: now)
        case .newAddress:
            _ = try await store.updateProfile(
                .named("ada"), names: .email("new@example.org"), details: ProfileDetails(), checked: checked, at: now)
        case .closing:
            try await store.setAccountStatus(.named("ada"), .disabled, at: now)
            try await store.setAccountStatus(.named("ada"), .active, at: now)
        }
        #expect(await refusal { try await store.checkPasswordReset(token, at: now) } == .unknownReset)
        #expect(await refusal { _ = try await store.resetPassword(token, new: .sample(8), at: now) } == .unknownReset)
    }

    @Test("A link takes the same work for an unknown address and one that gets none")
    func requestWork() async throws {
        let store = try await stores.identityWithAda(.sqlite)
        try await store.create("bob", .email("bob@example.org"))
        try await store.setAccountStatus(.named("bob"), .disabled, at: .start)
        let log = StatementLog()
        try await store.write { try log.follow($0) }
        _ = log.take()
        var work: [[String]] = []
        for name in ["ada", "bob", "nobody"] {
            _ = try await store.requestPasswordReset(
                of: .of("\(name)@example.org"), token: [UInt8](name.utf8), until: later())
            work.append(log.take())
        }
        #expect(work[0].count > 4 && Set(work).count == 1)
        withExtendedLifetime(log) {}
    }

    @Test("Tokens whose time is over are forgotten, and the others are kept", arguments: StoreKind.allCases)
    func purging(kind: StoreKind) async throws {
        let store = try await stores.identityWithAda(kind)
        _ = try await store.requestPasswordReset(of: address, token: token, until: later())
        try await store.purge(at: later(59), tombstonesBefore: .start)
        try await store.checkPasswordReset(token, at: .start)
        try await store.purge(at: later(60), tombstonesBefore: .start)
        #expect(await refusal { try await store.checkPasswordReset(token, at: .start) } == .unknownReset)
    }

    @Test("Tokens are forgotten in portions, so that others write in between", arguments: StoreKind.allCases)
    func portions(kind: StoreKind) async throws {
        let store = try stores.identity(kind)
        for number in 0..<5 {
            let address = "ada\(number)@example.org"
            try await store.create("ada\(number)", .email(address))
            _ = try await store.requestPasswordReset(
                of: .of(address), token: [UInt8(number)], until: later(Int64(number)))
        }
        var rounds = 0
        while try await store.purge(at: later(60), tombstonesBefore: .start, networksBefore: .start, limit: 2) {
            rounds += 1
        }
        #expect(rounds == 2)
    }
}

@Suite("A store keeps imported hashes", .timeLimit(.minutes(10))) struct ImportedPasswordStoreTests {
    private let stores = ScratchStores()

    @Test(
        "An imported hash ends with another password, also if a version before imports sets it",
        arguments: StoreKind.allCases)
    func replacing(kind: StoreKind) async throws {
        let store = try await stores.identityWithAda(kind)
        let imported = StoredPassword.imported(try ImportedHash(ImportedHashTests.firebase))
        try await store.changePassword(try await store.password(), new: imported, at: later())
        #expect(try await store.password().stored == imported)
        // As the version before does.
        try await store.write { connection in
            let (salt, hash) = ([UInt8](repeating: 2, count: 16), [UInt8](repeating: 2, count: 32))
            try connection.run("UPDATE password SET salt = \(salt), hash = \(hash)")
        }
        #expect(try await store.password().stored.imported == nil)
        try await store.changePassword(try await store.password(), new: .sample(3), at: later())
        #expect(try await store.password().stored == .sample(3))
    }
}
