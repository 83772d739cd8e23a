@testable import AuthSession

@Suite("Installations", .timeLimit(.minutes(10))) struct InstallationsTests {
    private let stores = ScratchStores()

    private func client(_ version: String?, _ system: String? = nil, _ systemVersion: String? = nil) -> SessionClient {
        var client = SessionClient()
        (client.appVersion, client.osName, client.osVersion) = (version, system, systemVersion)
        return client
    }

    @Test("Live and active sessions are counted by version and by system", arguments: StoreKind.allCases)
    func counts(kind: StoreKind) async throws {
        let store = try stores.sessions(kind) { $0.maximum = 100 }
        for number in 0..<12 {
            let minor = client("1.2.0", "iOS", "17.\(number)")
            try await store.begin("new\(number)", client: minor, at: .start.adding(seconds: 100))
            try await store.begin("unknown\(number)", at: .start.adding(seconds: 100))
        }
        for number in 0..<9 {
            try await store.begin(
                "few\(number)", client: client("0.9", "Android", "14"), at: .start.adding(seconds: 100))
        }
        for number in 0..<10 { try await store.begin("old\(number)", client: client("0.1", "iOS", "12")) }
        let ended = try await store.countInstallations(activeSince: .start.adding(seconds: 50))
        #expect(
            ended.appVersions.groups == [
                FoldedCounts.Group(name: nil, count: 12), FoldedCounts.Group(name: "1.2.0", count: 12),
            ])
        #expect(ended.appVersions.others == nil)
        #expect(
            ended.systems.groups == [
                FoldedCounts.Group(name: nil, count: 12), FoldedCounts.Group(name: "iOS 17", count: 12),
            ])
        _ = try await store.endSessions(
            of: .anna, authenticatedUpTo: .start.adding(seconds: 200), at: .start.adding(seconds: 200))
        let none = try await store.countInstallations(activeSince: .start)
        #expect(none.appVersions.groups.isEmpty && none.systems.groups.isEmpty)
    }

    @Test(
        "The accounts of a group are listed in pages, and those of a small group never", arguments: StoreKind.allCases)
    func accounts(kind: StoreKind) async throws {
        let store = try stores.sessions(kind) { $0.maximum = 100 }
        for number in 0..<10 {
            try await store.begin("new\(number)", client: client("1.2.0", "iOS", number == 0 ? "17" : "17.\(number)"))
        }
        for number in 0..<9 { try await store.begin("few\(number)", client: client("0.9", "iOS", "175")) }
        func list(_ group: InstallationGroup, since moment: UnixTime = .start) async throws -> [AccountID]? {
            try await store.installedAccounts(in: group, activeSince: moment, after: nil, limit: 9)?.accounts
        }
        for group in [InstallationGroup.appVersion("1.2.0"), .system("iOS 17")] {
            #expect(try await list(group) == [.anna])
            #expect(try await list(group, since: .start.adding(seconds: 1)) == nil)
            let behind = try await store.installedAccounts(in: group, activeSince: .start, after: .anna, limit: 9)
            #expect(behind?.accounts == [] && behind?.hasMore == false)
        }
        for group in [InstallationGroup.appVersion("0.9"), .system("iOS 175"), .system("iOS"), .system("iOS %")] {
            #expect(try await list(group) == nil)
        }
    }

    @Test(
        "An installation is named by its system and the first number of its version",
        arguments: [
            ("iOS", "17.5.1", "iOS 17"), ("Linux", nil, "Linux"), ("Android", "beta", "Android"), (nil, "17", nil),
        ] as [(String?, String?, String?)])
    func systems(_ name: String?, _ version: String?, _ expected: String?) {
        #expect(SystemName.of(name, version: version) == expected)
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
        #expect(
            values == [
                "app_version=1.2.0": 0, "app_version=others": 0, "system=1.2.0": 12, "system=others": 0,
            ])
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
