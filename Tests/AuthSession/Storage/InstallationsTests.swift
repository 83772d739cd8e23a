@testable import AuthSession

@Suite("Installations", .timeLimit(.minutes(10))) struct InstallationsTests {
    private let stores = ScratchStores()

    private func client(_ version: String?, _ system: String? = nil, _ systemVersion: String? = nil) -> SessionClient {
        var client = SessionClient()
        (client.appVersion, client.osName, client.osVersion) = (version, system, systemVersion)
        return client
    }

    private func person(_ number: Int) -> AccountID { .named("person\(number)") }

    /// Begins a session of each of the first `count` people.
    private func begin(
        _ name: String, _ count: Int, at now: UnixTime = .start, _ store: SessionStore,
        client make: (Int) -> SessionClient
    ) async throws {
        for number in 0..<count {
            try await store.begin("\(name)\(number)", of: person(number), client: make(number), at: now)
        }
    }

    /// Begins eleven sessions of one person.
    private func beginAlone(_ store: SessionStore, at now: UnixTime = .start) async throws {
        for number in 0..<11 {
            try await store.begin("alone\(number)", client: client("0.7", "Windows", "11"), at: now)
        }
    }

    @Test(
        "Live and active sessions are counted by version and by system, but not those of few people",
        arguments: StoreKind.allCases)
    func counts(kind: StoreKind) async throws {
        let store = try stores.sessions(kind) { $0.maximum = 100 }
        let later = UnixTime.start.adding(seconds: 100)
        try await begin("new", 12, at: later, store) { client("1.2.0", "iOS", "17.\($0)") }
        try await begin("unknown", 12, at: later, store) { _ in SessionClient() }
        try await begin("few", 9, at: later, store) { _ in client("0.9", "Android", "14") }
        try await begin("old", 10, store) { _ in client("0.1", "iOS", "12") }
        try await beginAlone(store, at: later)
        let counts = try await store.countInstallations(activeSince: .start.adding(seconds: 50))
        #expect(
            counts.appVersions.groups == [
                FoldedCounts.Group(name: nil, count: 12), FoldedCounts.Group(name: "1.2.0", count: 12),
            ])
        #expect(counts.appVersions.others == 20)
        #expect(
            counts.systems.groups == [
                FoldedCounts.Group(name: nil, count: 12), FoldedCounts.Group(name: "iOS 17", count: 12),
            ])
        for number in 0..<12 {
            _ = try await store.endSessions(of: person(number), authenticatedUpTo: later, at: later)
        }
        let none = try await store.countInstallations(activeSince: .start)
        #expect(none.appVersions.groups.isEmpty && none.systems.groups.isEmpty)
    }

    @Test("Others are counted only if they are ten people or more", arguments: StoreKind.allCases)
    func others(kind: StoreKind) async throws {
        let store = try stores.sessions(kind) { $0.maximum = 100 }
        try await begin("few", 8, store) { client("0.\($0)", "iOS", "\($0)") }
        try await beginAlone(store)
        let few = try await store.countInstallations(activeSince: .start)
        #expect(few.appVersions == FoldedCounts(folding: []) && few.systems == FoldedCounts(folding: []))
        try await begin("many", 10, store) { client("1.\($0)", "iOS", "\($0)") }
        let many = try await store.countInstallations(activeSince: .start)
        #expect(many.appVersions.groups.isEmpty && many.appVersions.others == 29)
    }

    @Test(
        "The accounts of a group are listed in pages, and those of a group with few people never",
        arguments: StoreKind.allCases)
    func accounts(kind: StoreKind) async throws {
        let store = try stores.sessions(kind) { $0.maximum = 100 }
        try await begin("new", 10, store) { client("1.2.0", "iOS", $0 == 0 ? "17" : "17.\($0)") }
        try await begin("few", 9, store) { _ in client("0.9", "iOS", "175") }
        try await beginAlone(store)
        func list(_ group: InstallationGroup, since moment: UnixTime = .start) async throws -> [AccountID]? {
            try await store.installedAccounts(in: group, activeSince: moment, after: nil, limit: 9)?.accounts
        }
        for group in [InstallationGroup.appVersion("1.2.0"), .system("iOS 17")] {
            #expect(try await list(group) == (0..<9).map { person($0) })
            #expect(try await list(group, since: .start.adding(seconds: 1)) == nil)
            let behind = try await store.installedAccounts(in: group, activeSince: .start, after: person(8), limit: 9)
            #expect(behind?.accounts == [person(9)] && behind?.hasMore == false)
        }
        let hidden: [InstallationGroup] = [
            .appVersion("0.9"), .appVersion("0.7"), .system("iOS 175"), .system("Windows 11"), .system("iOS"),
            .system("iOS %"),
        ]
        for group in hidden {
            #expect(try await list(group) == nil)
        }
    }

    @Test("An installation is named by its system and the first number of its version", arguments: StoreKind.allCases)
    func systems(kind: StoreKind) async throws {
        let store = try stores.sessions(kind) { $0.maximum = 100 }
        try await begin("phone", 10, store) { _ in client(nil, "iOS", "17.5.1") }
        try await begin("desk", 10, store) { _ in client(nil, "Linux") }
        try await begin("test", 10, store) { _ in client(nil, "Android", "beta") }
        try await begin("unknown", 10, store) { _ in client(nil, nil, "17") }
        let names = try await store.countInstallations(activeSince: .start).systems.groups.map(\.name)
        #expect(names == [nil, "Android", "Linux", "iOS 17"])
        for name in names.compactMap(\.self) {
            let found = try await store.installedAccounts(
                in: .system(name), activeSince: .start, after: nil, limit: 50)
            #expect(found?.accounts.count == 10)
        }
    }

    @Test("The last count is the answer while it is recent and the sessions are many")
    func kept() throws {
        func reply(_ count: Int) -> CountInstallations.Reply {
            CountInstallations.Reply(
                appVersions: FoldedCounts(folding: [FoldedCounts.Group(name: "1.2.0", count: count)]),
                systems: FoldedCounts(folding: []))
        }
        let counts = InstallationCounts()
        #expect(counts.kept(at: .start) == nil)
        counts.record(reply(InstallationCounts.maximumCounted), at: .start)
        #expect(counts.kept(at: .start) == nil)
        let many = reply(InstallationCounts.maximumCounted + 1)
        counts.record(many, at: .start)
        #expect(counts.kept(at: .start) == many)
        #expect(counts.kept(at: .start.adding(seconds: InstallationCounts.lifetime - 1)) == many)
        #expect(counts.kept(at: .start.adding(seconds: InstallationCounts.lifetime)) == nil)
        // A clock that was set back says nothing of how old they are.
        #expect(counts.kept(at: .start.adding(seconds: -1)) == nil)
        counts.record(reply(20), at: .start)
        #expect(counts.kept(at: .start) == nil)
    }

    @Test("The gauge of a kind that disappears is 0")
    func gauges() {
        let registry = MetricsRegistry()
        let metrics = InstallationMetrics(registry)
        let none = FoldedCounts(folding: [])
        let some = FoldedCounts(folding: [FoldedCounts.Group(name: "1.2.0", count: 12)])
        metrics.record(CountInstallations.Reply(appVersions: some, systems: none))
        metrics.record(CountInstallations.Reply(appVersions: none, systems: some))
        let values = registry.snapshot().filter { $0.name == InstallationMetrics.label }
            .reduce(into: [String: Double]()) { $0[$1.labels.map { $0.joined(separator: "=") }.joined()] = $1.value }
        #expect(values == ["app_version=1.2.0": 0, "app_version=others": 0, "system=1.2.0": 12, "system=others": 0])
    }

    @Test("The number of gauges is bounded, whatever versions are invented")
    func bound() {
        let registry = MetricsRegistry()
        let metrics = InstallationMetrics(registry)
        let none = FoldedCounts(folding: [])
        for hour in 0..<5 {
            let invented = (0..<100).map { FoldedCounts.Group(name: "\(hour).\($0)", count: 10) }
            metrics.record(CountInstallations.Reply(appVersions: FoldedCounts(folding: invented), systems: none))
        }
        #expect(registry.snapshot().count == InstallationMetrics.maximumKinds)
    }
}
