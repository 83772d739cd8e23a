@testable import Identity

extension ScratchStores {
    func identity(_ kind: StoreKind) throws -> IdentityStore { IdentityStore(try open(IdentityStore.self, on: kind)) }

    func identityWithAda(_ kind: StoreKind) async throws -> IdentityStore {
        let store = try identity(kind)
        try await store.create()
        return store
    }
}

extension StoredPassword {
    /// `number` makes it different from others.
    static func sample(_ number: UInt8 = 1, parameters: ScryptParameters = .cheap) -> StoredPassword {
        StoredPassword(
            salt: [UInt8](repeating: number, count: 16), hash: [UInt8](repeating: number, count: 32),
            parameters: parameters)
    }
}

extension NewAccount {
    static func sample(
        _ id: String, _ names: AccountNames = AccountNames(), details: ProfileDetails = ProfileDetails(),
        password: StoredPassword? = .sample()
    ) -> NewAccount {
        NewAccount(
            id: .named(id), names: names, details: details, password: password, registration: RegistrationRecord())
    }
}

extension MessageDraft {
    static func sample(
        _ kind: MessageKind = .passwordReset, id: String = opaqueIDText(systemRandomBytes(12)),
        token: String = "pr_secret-token", expiresAt end: UnixTime? = UnixTime.start.adding(seconds: 3600),
        locale: String? = nil
    ) -> MessageDraft {
        MessageDraft(id: id, kind: kind, token: SecretText(token), expiresAt: end, locale: locale, seal: .sample)
    }
}

extension MessageTemplates {
    static let builtIn: MessageTemplates = {
        do {
            return try MessageTemplates(folder: URL(fileURLWithPath: "/nowhere"), defaultLanguage: "en")
        } catch { preconditionFailure("\(error)") }
    }()
}

extension MessageSeal {
    static let sample = MessageSeal([UInt8](repeating: 7, count: 32))
}

extension IdentityStore {
    func confirmAddress(of account: AccountID = .named("ada")) async throws {
        try await write { connection in
            var row = try self.present(account, connection)
            row.profile.emailVerifiedAt = .start
            try AccountTable(connection: connection).update(row)
        }
    }

    func requestPasswordReset(
        of address: EmailAddress, token: [UInt8], until end: UnixTime
    ) async throws(IdentityStoreError) -> AccountID? {
        try await requestPasswordReset(of: address, token: token, until: end, by: .sample(), at: .start)
    }

    func updateProfile(
        _ account: AccountID, names: AccountNames, details: ProfileDetails, checked: AccountPassword?, at now: UnixTime
    ) async throws(IdentityStoreError) -> AccountProfile {
        try await updateProfile(
            account, names: names, details: details, checked: checked,
            telling: .sample(.emailChanged, token: "", expiresAt: nil), at: now)
    }

    func purge(
        at now: UnixTime, tombstonesBefore moment: UnixTime, networksBefore oldest: UnixTime, limit: Int
    ) async throws(IdentityStoreError) -> Bool {
        try await purge(
            at: now, tombstonesBefore: moment, networksBefore: oldest,
            messagesGivenUpBefore: UnixTime(milliseconds: 0), limit: limit)
    }

    func verifyPassword(
        _ checked: AccountPassword, stronger: StoredPassword?, login: LoginRecord, at now: UnixTime
    ) async throws(IdentityStoreError) -> VerifiedAccount {
        try await verifyPassword(checked, stronger: stronger, login: login, from: nil, at: now)
    }

    /// Forgets what is over, and no network.
    func purge(at now: UnixTime, tombstonesBefore moment: UnixTime) async throws(IdentityStoreError) {
        _ = try await purge(at: now, tombstonesBefore: moment, networksBefore: UnixTime(milliseconds: 0), limit: 100)
    }

    /// Makes an account, in its names as they are kept.
    @discardableResult
    func create(
        _ id: String = "ada", _ names: AccountNames = .ada, at now: UnixTime = .start
    ) async throws -> VerifiedAccount {
        try await createAccount(.sample(id, try NameRules.checked(names)), at: now)
    }

    func password(_ id: String = "ada") async throws -> AccountPassword {
        guard let found = try await findPassword(of: AccountID.named(id)) else {
            throw IdentityStoreError.refused(.unknownAccount)
        }
        return found
    }

    func readFeed(epoch: FeedEpoch?, after cursor: UInt64?, limit: Int) async throws -> FeedPage {
        try await readFeed(IdentitySchema.feed, epoch: epoch, after: cursor, limit: limit)
    }

    func feed() async throws -> [String: AccountChange?] {
        let page = try await readFeed(epoch: nil, after: 0, limit: 1000)
        var state: [String: AccountChange?] = [:]
        for change in page.changes {
            let value = try change.value.map { try CBORDecoder().decode(AccountChange.self, from: $0) }
            state.updateValue(value, forKey: change.key)
        }
        return state
    }
}

func later(_ seconds: Int64 = 60) -> UnixTime { .start.adding(seconds: seconds) }

func refusal(of body: () async throws -> Void) async -> Refusal? {
    do {
        try await body()
        return nil
    } catch IdentityStoreError.refused(let refusal) {
        return refusal
    } catch {
        return nil
    }
}
