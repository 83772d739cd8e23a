// What the table of announcements keeps of the rows that belong to one.

import Isolation
import Models
import Storage
import Testing

@testable import Push

@Suite("The table of announcements", .timeLimit(.minutes(10)))
struct AnnouncementTableTests {
    @Test("knows all deliveries of an announcement, also when numbers of deleted ones are given again")
    func deliveriesAgain() async throws {
        let folder = try TemporaryFolder()
        let (store, close) = try StoreKind.sqlite.open(in: folder)
        _ = try await store.announce(
            .sample, as: AnnouncementID("one")!, by: APIKeyID("publisher")!, underKey: nil, at: .start)
        let number = try #require(try await store.announcement("one")).number
        let kept = try await store.write { connection in
            let table = AnnouncementTable(connection: connection)
            var kept = [try table.deliveries(of: number)]
            for numbers: ClosedRange<Int64> in [10...20, 5...8, 9...30] {
                try table.setDeliveries(number, numbers)
                kept.append(try table.deliveries(of: number))
            }
            return kept
        }
        #expect(kept == [nil, 10...20, 5...20, 5...30])
        try close()
    }
}
