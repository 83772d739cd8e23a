// What stays of an inbox that is too long.

import Foundation
import Isolation
import Models
import Storage
import Testing

@testable import Push

@Suite("A long inbox", .timeLimit(.minutes(10)))
struct CutInboxTests {
    private func send(_ id: String, isSilent: Bool, _ store: PushStore) async throws -> Int64 {
        _ = try await store.send(
            .sample(.everyone, isSilent: isSilent), as: AnnouncementID(id)!, by: .sample, underKey: nil,
            nil, (title: nil, body: nil), isBounded: true, told: nil, at: .start)
        return try #require(try await store.notification(AnnouncementID(id)!, of: nil)).number
    }

    @Test("keeps its latest entries, however much there is between them that nobody sees")
    func cut() async throws {
        let folder = try TemporaryFolder()
        let database = try PushStore.openDatabase(at: folder.url.appendingPathComponent("push.sqlite"))
        let store = PushStore(database: database) { _ in }
        let (seen, unseen) = (
            try await send("seen", isSilent: false, store), try await send("unseen", isSilent: true, store)
        )
        let left = try await database.write { connection -> [Int64] in
            let recipient = try RecipientTable(connection: connection).makeNumber(of: "ada")
            for announcement in [seen, seen, seen, unseen, unseen, unseen, unseen] {
                try connection.run(
                    """
                    INSERT INTO told (recipient, announcement, distance, radius, position_at, at) \
                    VALUES (\(recipient), \(announcement), 0, 0, 0, \(UnixTime.start))
                    """)
            }
            try InboxTable(connection: connection).cut(recipient, to: 2)
            return try connection.values("SELECT announcement FROM told ORDER BY number")
        }
        #expect(left == [seen, seen, unseen, unseen, unseen, unseen])
        try database.close()
    }
}
