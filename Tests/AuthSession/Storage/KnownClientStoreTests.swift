@testable import AuthSession

@Suite("Session stores: known clients", .timeLimit(.minutes(10))) struct KnownClientStoreTests {
    private let stores = ScratchStores()

    private static func store(_ store: SessionStore) -> SessionStore {
        var store = store
        store.knownClients = KnownClients(key: SymmetricKey(data: [UInt8](repeating: 3, count: 32)))
        return store
    }

    private static func client(_ device: String) -> SessionClient {
        var client = SessionClient()
        client.deviceModel = device
        return client
    }

    private func notices(_ store: SessionStore, at now: UnixTime) async throws -> [String] {
        try await store.claimSignInNotices(limit: 100, at: now).map(\.id)
    }

    @Test("An account gets a limited number of notices a day", arguments: StoreKind.allCases)
    func bounded(_ kind: StoreKind) async throws {
        let store = Self.store(try stores.sessions(kind))
        for number in 0..<10 { try await store.begin("s\(number)", client: Self.client("d\(number)")) }
        #expect(try await notices(store, at: .start) == (1...5).map { "s\($0)" })
        // Clients without a notice count as well.
        let next = UnixTime.start.adding(seconds: KnownClients.day)
        try await store.begin("t1", client: Self.client("e1"), at: next.adding(seconds: -1))
        try await store.begin("t2", client: Self.client("e2"), at: next)
        let waiting = try await notices(store, at: next)
        #expect(waiting.contains("t2") && !waiting.contains("t1"))
    }

    @Test("One process claims a notice, and another one after the claim has ended", arguments: StoreKind.allCases)
    func claimed(_ kind: StoreKind) async throws {
        let store = Self.store(try stores.sessions(kind))
        for device in ["one", "two"] { try await store.begin(device, client: Self.client(device)) }
        let notice = try #require(try await store.claimSignInNotices(limit: 10, at: .start).first)
        #expect(notice.account == .anna && notice.id == "two" && notice.at == .start)
        #expect(try await notices(store, at: .start) == [])
        let later = UnixTime.start.adding(seconds: SignInNotice.claimSeconds)
        #expect(try await notices(store, at: later) == ["two"])
        try await store.removeSignInNotice(notice)
        #expect(try await notices(store, at: later.adding(seconds: 1000)) == [])
        // A client stays known after its notice.
        try await store.begin("three", client: Self.client("two"), at: later)
        #expect(try await notices(store, at: later.adding(seconds: 1000)) == [])
    }

    @Test("The client of a session from before clients were stored is known", arguments: StoreKind.allCases)
    func earlier(_ kind: StoreKind) async throws {
        let earlier = try stores.sessions(kind)
        try await earlier.begin("old", client: Self.client("one"))
        let store = Self.store(earlier)
        try await store.begin("same", client: Self.client("one"))
        try await store.begin("other", client: Self.client("two"))
        #expect(try await notices(store, at: .start) == ["other"])
    }

    @Test("An account keeps a limited number of clients for a year at most", arguments: StoreKind.allCases)
    func forgotten(_ kind: StoreKind) async throws {
        let store = Self.store(try stores.sessions(kind))
        let count: SQL = "SELECT count(*) FROM known_client WHERE account = \(AccountID.anna)"
        func rows() async throws -> Int? { try await store.database.read { try $0.value(count) } }
        for number in 0..<(KnownClients.maximumPerAccount + 8) {
            let moment = UnixTime.start.adding(seconds: Int64(number))
            try await store.begin("s\(number)", client: Self.client("d\(number)"), at: moment)
        }
        // A client whose notice is due is not forgotten in favour of others.
        let most = KnownClients.maximumPerAccount
        #expect(try await rows().map { (most...most + KnownClients.maximumNoticesPerDay).contains($0) } == true)
        try await store.begin("ben", of: .ben, client: Self.client("d"))
        let end = UnixTime.start.adding(seconds: KnownClients.lifetime)
        #expect(try await store.pruneClients(at: end, limit: 100) == 0)
        try await store.apply([(.anna, nil)])
        #expect(try await rows() == 0)
        #expect(try await store.pruneClients(at: end.adding(seconds: 1), limit: 100) == 1)
    }

    @Test("The stored clients reveal no device")
    func hidden() {
        let clients = KnownClients(key: SymmetricKey(data: [UInt8](repeating: 3, count: 32)))
        var client = Self.client("iPhone16,1")
        let hash = clients.hash(client, of: .anna)
        #expect(hash.count == 32 && hash != clients.hash(client, of: .ben))
        client.osVersion = "18"
        client.ipAddress = Personal("192.0.2.7")
        #expect(clients.hash(client, of: .anna) == hash)
        client.userAgent = "Firefox/128.0"
        let browser = clients.hash(client, of: .anna)
        client.userAgent = "Firefox/129.1.2"
        #expect(clients.hash(client, of: .anna) == browser && browser != hash)
    }
}
