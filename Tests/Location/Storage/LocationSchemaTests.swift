// The schema's history: a file of any earlier version comes up to date with what is in it.

import Foundation
import Isolation
import Models
import Storage
import Testing

@testable import Location

@Suite("The location database", .timeLimit(.minutes(10)))
struct LocationSchemaTests {
    private static let full = LocationSchema.migrations

    @Test("comes up to date from any earlier version with its data", arguments: 1..<full.count)
    func upgrade(version: Int) async throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appendingPathComponent("location.sqlite")
        let older = try ServiceDatabase.open(at: file, migrations: Array(Self.full.prefix(version)))
        let hasher = DeviceKeyHasher(secret: [UInt8](repeating: 1, count: 32))
        let before = LocationStore(older, hasher: hasher, policy: LocationPolicy())
        try await before.report(.owner, 1, 2)
        // As that version wrote them: the present store knows more of a key and of a visit.
        let key = hasher.stored(.right, salt: [UInt8](repeating: 3, count: 16))
        try await older.write { connection in
            let owner = DeviceID.owner
            try connection.run("UPDATE device SET key_salt = \(key.salt), key_hash = \(key.hash) WHERE id = \(owner)")
        }
        try await before.allow([.friend], of: .owner)
        try await older.write { connection in
            let friend = DeviceID.friend
            try connection.run(
                "INSERT INTO visit (device, sequence, visitor, at) VALUES (1, 1, \(friend), \(UnixTime.start))")
        }
        try older.close()

        let database = try LocationStore.openDatabase(at: file)
        let store = LocationStore(database, hasher: hasher, policy: LocationPolicy())
        #expect(try await store.look(.owner) == .sample(2))
        #expect(try await store.history(.owner).locations == [.sample(2), .sample(1)])
        #expect(try await store.visitors(.owner, key: .right) == ["friend"])
        #expect(try await store.accountsCursor() == nil)
        _ = try await store.claimDevice(.owner, key: .right, for: .ada, at: .start)
        #expect(try await store.listClaimedDevices(of: .ada).value.map(\.device) == [.owner])
        try database.close()
    }
}
