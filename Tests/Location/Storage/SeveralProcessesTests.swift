@testable import Location

/// Needs PostgreSQL, which a developer's Mac may lack.
let needsPostgreSQL = ConditionTrait.disabled(
    if: TestPostgreSQL.reasonToSkip != nil, "\(TestPostgreSQL.reasonToSkip ?? "")")

@Suite("Several stores on one PostgreSQL", needsPostgreSQL, .serialized, .timeLimit(.minutes(10)))
struct SeveralProcessesTests {
    private static let hasher = DeviceKeyHasher(secret: [UInt8](repeating: 1, count: 32))

    private func withStores(_ body: (LocationStore, LocationStore) async throws -> Void) async throws {
        let schema = try ServerSchema()
        let databases = try (0..<2).map { _ in try schema.open(LocationStore.self) }
        let stores = databases.map { LocationStore($0, hasher: Self.hasher, policy: LocationPolicy()) }
        try await body(stores[0], stores[1])
        for database in databases { try database.close() }
    }

    @Test("Each store sees what the other one changes")
    func seen() async throws {
        try await withStores { one, other in
            let device = try #require(DeviceID("device"))
            let account = try #require(AccountID("account"))
            try await one.report(device, 1, 2)
            #expect(try await other.history(device).locations.count == 2)
            try await other.protect(device)
            try await other.allow([.friend], of: device)
            _ = try await one.setDeviceSlogan(device, key: .right, slogan: "here")
            #expect(try await other.look(device) != nil)
            #expect(try await one.visitors(device, key: .right).contains(DeviceID.friend.text))
            _ = try await one.claimDevice(device, key: .right, for: account, at: .start)
            #expect(try await other.listClaimedDevices(of: account).value.count == 1)
            _ = try await other.resetDeviceKey(
                device, by: .account(account), new: .wrong, salt: [UInt8](repeating: 4, count: 16))
            #expect(await refusal { try await one.report(device, 3, key: .right) } != nil)
            _ = try await one.removeDeviceKey(device, by: .account(account))
            _ = try await other.releaseDevice(device, of: account)
            let deleted = try await other.deleteLocation(device, key: nil, at: .start).value.deleted
            #expect(deleted == 3)
            #expect(try await one.purgeExpired(at: .start, limit: 10) == 0)
            #expect(try await other.forgetDevices(after: 0, limit: 10, visitorsBefore: .start) != nil)
        }
    }

    @Test("Concurrent reports through two stores are stored exactly if they are answered", arguments: [1, 12])
    func many(devices: Int) async throws {
        try await withStores { one, other in
            let stored = try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in 0..<192 {
                    let store = number % 2 == 0 ? one : other
                    let device = try #require(DeviceID("device \(number % devices)"))
                    group.addTask {
                        // Others may get in its way again and again: then it is answered as unavailable.
                        do { try await store.report(device, number) } catch LocationStoreError.unavailable {
                            return false
                        }
                        return true
                    }
                }
                return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(stored > 96)
            var count = 0
            for number in 0..<devices {
                let device = try #require(DeviceID("device \(number)"))
                count += try await other.history(device, 1000).available
            }
            #expect(count == stored)
        }
    }

    @Test("Visits that no answer waits for are visible to later reads")
    func laterVisits() async throws {
        try await withStores { one, _ in
            let device = try #require(DeviceID("device"))
            try await one.report(device, 1)
            for round in 0..<20 {
                let number = try #require(
                    try await one.database.read { try $0.value("SELECT number FROM device", as: Int64.self) })
                let visitor = try #require(DeviceID("visitor \(round)"))
                one.recordVisitsLater(
                    of: visitor, to: [VisitedDevice(number: number, device: device, right: .nothing)], at: .start)
                #expect(try await one.visitors(device).first == visitor.text)
            }
        }
    }
}
