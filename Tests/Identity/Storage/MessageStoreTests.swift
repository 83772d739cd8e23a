@testable import Identity

@Suite("A store keeps messages to people", .timeLimit(.minutes(10))) struct MessageStoreTests {
    private let stores = ScratchStores()

    private static let ada = AccountID.named("ada")
    private let address = EmailAddress.of("ada@example.org")

    private func request(
        _ store: IdentityStore, _ id: String = "1", token: String = "pr_secret-token", locale: String? = "fr"
    ) async throws {
        let message = MessageDraft.sample(id: id, token: token, locale: locale)
        _ = try await store.requestPasswordReset(
            of: address, token: [UInt8](id.utf8), until: later(3600), by: message, at: .start)
    }

    private func claim(_ store: IdentityStore, at seconds: Int64 = 0) async throws -> [ClaimedMessage] {
        try await store.claimMessages(limit: 10, at: later(seconds))
    }

    @Test("A message is stored sealed, in the transaction of its change", arguments: StoreKind.allCases)
    func queued(kind: StoreKind) async throws {
        let store = try stores.identity(kind)
        _ = try await store.createAccount(
            .sample("ada", try NameRules.checked(.ada), details: ProfileDetails(locale: "de")), at: .start)
        try await request(store)
        let message = try #require(try await claim(store).first)
        #expect(message.id == "1" && message.account == Self.ada && message.kind == .passwordReset)
        #expect(message.tries == 1 && message.createdAt == .start && message.expiresAt == later(3600))
        let content = try MessageSeal.sample.open(message.sealed, "1")
        #expect(content.address.value == "ada@example.org" && content.token.value == "pr_secret-token")
        #expect(content.locales == ["de", "fr"])
        for text in ["ada@example.org", "pr_secret-token"] {
            #expect(Data(message.sealed).range(of: Data(text.utf8)) == nil)
        }
        // Another message's place, or another secret, opens it not.
        #expect(throws: MessageSeal.Failure.self) { try MessageSeal.sample.open(message.sealed, "2") }
        let other = MessageSeal([UInt8](repeating: 8, count: 32))
        #expect(throws: MessageSeal.Failure.self) { try other.open(message.sealed, "1") }
        #expect(try await store.removeMessage(message))
        #expect(try await !store.removeMessage(message))
        #expect(try await store.messageStatus() == MessageStatus())
    }

    @Test("An unknown address gets no message", arguments: StoreKind.allCases)
    func nobody(kind: StoreKind) async throws {
        let store = try stores.identity(kind)
        let account = try await store.requestPasswordReset(
            of: address, token: [1], until: later(3600), by: .sample(), at: .start)
        #expect(account == nil)
        #expect(try await claim(store).isEmpty)
    }

    @Test("One sender claims a message, however many ask at once", arguments: StoreKind.allCases)
    func claims(kind: StoreKind) async throws {
        let store = try stores.identity(kind)
        for number in 0..<20 {
            let address = "ada\(number)@example.org"
            try await store.create("ada\(number)", .email(address))
            _ = try await store.requestPasswordReset(of: .of(address), token: [UInt8(number)], until: later(9))
        }
        let claimed = try await withThrowingTaskGroup { group in
            for _ in 0..<8 { group.addTask { try await store.claimMessages(limit: 3, at: .start).map(\.id) } }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(claimed.count == 20 && Set(claimed).count == 20)
    }

    @Test("The next sender gets a message whose claim has ended", arguments: StoreKind.allCases)
    func leftBehind(kind: StoreKind) async throws {
        let store = try await stores.identityWithAda(kind)
        try await request(store)
        let first = try #require(try await claim(store).first)
        #expect(try await claim(store, at: MessageRetries.claimSeconds - 1).isEmpty)
        let second = try #require(try await claim(store, at: MessageRetries.claimSeconds).first)
        #expect(second.tries == 2)
        // The first sender's late result does not change the second one's attempt.
        try await store.delayMessage(first, until: .start, cause: "late")
        #expect(try await !store.giveUpMessage(first, cause: "late", at: later(400)))
        #expect(try await claim(store, at: 401).isEmpty)
        // With no other sender at work, the claimed messages are free at once.
        try await store.releaseMessages()
        #expect(try await claim(store, at: 402).first?.tries == 3)
    }

    @Test("A failed message waits for its next try with the cause", arguments: StoreKind.allCases)
    func delayed(kind: StoreKind) async throws {
        let store = try await stores.identityWithAda(kind)
        try await request(store)
        let message = try #require(try await claim(store).first)
        try await store.delayMessage(message, until: later(5), cause: "status 503")
        #expect(try await claim(store, at: 4).isEmpty)
        let status = try await store.messageStatus()
        #expect(status == MessageStatus(waiting: 1, failing: 1, failingSince: .start, failingCause: "status 503"))
        #expect(status.note?.contains("1 messages are waiting, the first since 2027-01-15T08:00:00Z") == true)
        #expect(try await claim(store, at: 5).first?.tries == 2)
    }

    @Test("A message that was given up is kept for some days without its content", arguments: StoreKind.allCases)
    func givenUp(kind: StoreKind) async throws {
        let store = try await stores.identityWithAda(kind)
        try await request(store)
        let message = try #require(try await claim(store).first)
        #expect(try await store.giveUpMessage(message, cause: "status 422", at: later(10)))
        #expect(try await claim(store, at: 10_000).isEmpty)
        let status = try await store.messageStatus()
        #expect(status == MessageStatus(dead: 1, lastDeadAt: later(10), lastDeadCause: "status 422"))
        #expect(status.note?.contains("1 messages were given up") == true)
        let isSealed = try await store.read { connection in
            try connection.exists("SELECT 1 FROM personal_message WHERE sealed IS NOT NULL")
        }
        #expect(!isSealed)
        func purge(before moment: UnixTime) async throws {
            _ = try await store.purge(
                at: later(10), tombstonesBefore: .start, networksBefore: .start, messagesGivenUpBefore: moment,
                limit: 10)
        }
        try await purge(before: later(10))
        #expect(try await store.messageStatus().dead == 1)
        try await purge(before: later(11))
        #expect(try await store.messageStatus() == MessageStatus())
    }

    enum End: CaseIterable { case later, used, changed, moved, disabled, erased }

    @Test("A message is deleted when its token becomes invalid", arguments: StoreKind.allCases, End.allCases)
    func ended(kind: StoreKind, end: End) async throws {
        let store = try await stores.identityWithAda(kind)
        try await request(store)
        let password = try await store.password()
        switch end {
        case .later: try await request(store, "2", token: "pr_later")
        case .used: _ = try await store.resetPassword([UInt8]("1".utf8), new: .sample(2), at: later(1))
        case .changed: try await store.changePassword(password, new: .sample(2), at: later(1))
        case .moved:
            try await store.confirmAddress(of: Self.ada)
            _ = try await store.updateProfile(
                Self.ada, names: .email("new@example.org"), details: ProfileDetails(), checked: password,
                telling: .sample(.emailChanged, id: "notice", token: "", expiresAt: nil), at: later(1))
        case .disabled: try await store.setAccountStatus(Self.ada, .disabled, at: later(1))
        case .erased: _ = try await store.eraseAccount(Self.ada, at: later(1))
        }
        let left = try await claim(store, at: 2)
        switch end {
        case .later: #expect(left.map(\.id) == ["2"])
        case .moved:
            let notice = try #require(left.first)
            #expect(left.count == 1 && notice.id == "notice" && notice.kind == .emailChanged)
            let content = try MessageSeal.sample.open(notice.sealed, notice.id)
            #expect(content.address.value == "ada@example.org" && content.token.value.isEmpty)
        case .used, .changed, .disabled, .erased: #expect(left.isEmpty)
        }
    }

    @Test("An account has one waiting password link, also an operator's", arguments: StoreKind.allCases)
    func operatorsLinks(kind: StoreKind) async throws {
        let store = try stores.identity(kind)
        let end = later(600)
        let invited = NewAccount(
            id: Self.ada, names: try NameRules.checked(.email("ada@example.org")),
            details: ProfileDetails(locale: "fr"),
            password: nil, registration: RegistrationRecord())
        _ = try await store.inviteAccount(
            invited, token: [1], until: end, by: .sample(.invitation, id: "invitation", token: "pr_first"), at: .start)
        let first = try #require(try await claim(store).first)
        #expect(first.kind == .invitation && first.account == Self.ada)
        let content = try MessageSeal.sample.open(first.sealed, first.id)
        #expect(content.address.value == "ada@example.org" && content.token.value == "pr_first")
        #expect(content.locales == ["fr"])
        try await store.delayMessage(first, until: .start, cause: "nobody listens")
        // Its token is no longer valid, so it must not be sent.
        try await store.sendPasswordLink(
            to: Self.ada, token: [2], until: end, by: .sample(.passwordReset, id: "reset"), at: later(1))
        #expect(try await claim(store, at: 2).map(\.id) == ["reset"])
        // A message waits with the account or not at all.
        let taken = await refusal {
            _ = try await store.inviteAccount(
                .sample("ben", invited.names), token: [3], until: end, by: .sample(.invitation, id: "other"),
                at: later(3))
        }
        #expect(taken == .nameTaken(.email))
        #expect(try await claim(store, at: 4).isEmpty)
    }

    @Test("An erasure counts the messages that it erased", arguments: StoreKind.allCases)
    func erased(kind: StoreKind) async throws {
        let store = try await stores.identityWithAda(kind)
        try await request(store)
        let erasure = try ErasureRequest(random: systemRandomBytes, hasSecret: false)
        _ = try await store.eraseAccount(Self.ada, erasure, at: later(1))
        try await store.confirmOwn(erasure.id, at: later(1))
        let tables = try await store.findErasure(erasure.id, nil).confirmed.first?.tables ?? []
        #expect(tables.contains(ErasedTable("personal_message", rows: 1)))
        #expect(tables.contains(ErasedTable("password_reset", rows: 1)))
        #expect(try await claim(store, at: 2).isEmpty)
    }

    @Test("A message to a phone is sent only while its number may get one", arguments: StoreKind.allCases)
    func numberInUse(kind: StoreKind) async throws {
        let store = try await stores.identityWithAda(kind)
        try await store.create("ben", .username("ben"))
        let code = SentPhoneCode(number: try #require(PhoneNumber("+33612345678")), hash: [1])
        for name in ["ada", "ben"] {
            _ = try await store.requestPhoneCode(
                .named(name), code, phoneHash: [2], until: later(600), by: .sample(.phoneCode, id: name), at: .start)
        }
        #expect(try await claim(store).map(\.id) == ["ada"])
    }

    @Test("A code to a phone is sealed, and leaves with the number", arguments: StoreKind.allCases)
    func phones(kind: StoreKind) async throws {
        let store = try await stores.identityWithAda(kind)
        let code = SentPhoneCode(number: try #require(PhoneNumber("+33612345678")), hash: [1])
        _ = try await store.requestPhoneCode(
            Self.ada, code, phoneHash: [2], until: later(600), by: .sample(.phoneCode, id: "1"), at: .start)
        let message = try #require(try await claim(store).first)
        #expect(message.kind == .phoneCode)
        #expect(try MessageSeal.sample.open(message.sealed, "1").address.value == "+33612345678")
        _ = try await store.removePhone(Self.ada, at: later(1))
        #expect(try await !store.removeMessage(message))
    }
}
