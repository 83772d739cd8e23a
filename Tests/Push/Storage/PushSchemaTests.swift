import Foundation
import Isolation
import Models
import Storage
import Testing

@testable import Push

@Suite("The push schema", .timeLimit(.minutes(10)))
struct PushSchemaTests {
    /// Versions with the column names from before the eleventh migration.
    private static let olderVersions = 1...10

    /// Fills a database of some version with a push device, a queued announcement, and a resolved one that is not
    /// queued yet.
    private static func fill(_ connection: Connection, version: Int) throws {
        let (now, end) = (UnixTime.start, UnixTime.start.adding(seconds: 3600))
        try connection.run("INSERT INTO recipient (account) VALUES ('ada')")
        try connection.run(
            """
            INSERT INTO token (id, recipient, session, provider, token, purpose, environment, is_environment_assumed, \
            platform, handset, handset_name, is_chosen, created_at, updated_at) \
            VALUES ('token-ada', 1, 'session', \(PushProvider.apns), \(String.apns("ada")), \(PushPurpose.alert), \
            \(PushEnvironment.sandbox), 0, 'ios', 'phone', 'Pocket', 1, \(now), \(now))
            """)
        for (id, state, pending) in [("first", "delivering", 1), ("second", "deciding", 0)] {
            let delivery: Int64? = pending == 0 ? nil : 1
            try connection.run(
                """
                INSERT INTO announcement (id, publisher, type, subject, is_subject_number, title, body, latitude, \
                longitude, created_at, begins_at, ends_at, delivery_key, state, recipients, decided_at, \
                first_delivery, last_delivery, accepted, pending) \
                VALUES (\(id), 'publisher', \(AnnouncementType.event), \(id), 0, 'Title', 'Body', 48, 2, \(now), \
                \(now), \(end), \([UInt8](repeating: 7, count: 16)), \(state), 1, \(now), \(delivery), \(delivery), \
                \(pending), \(pending))
                """)
        }
        try connection.run(
            """
            INSERT INTO delivery (announcement, recipient, token, lane, state, next_at, at) \
            VALUES (1, 1, 1, \(DeliveryChannel.apnsSandbox), 'pending', \(now), \(now))
            """)
        let recipients = ResolvedRecipients.encode([
            ResolvedRecipient(recipient: 1, distance: 2000, radius: 10, positionAt: now)
        ])
        try connection.run("INSERT INTO undecided (announcement, portion, recipients) VALUES (2, 0, \(recipients))")
        if version >= 5 {
            try connection.run(
                "INSERT INTO taken_queue (lane, next_at, number) VALUES (\(DeliveryChannel.apnsSandbox), \(now), 1)")
        }
    }

    @Test("brings a database of each earlier version up to date", arguments: olderVersions)
    func upgrade(version: Int) async throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appendingPathComponent("test.sqlite")
        let old = try ServiceDatabase.open(at: file, migrations: Array(PushSchema.migrations.prefix(version)))
        try await old.write { try PushSchemaTests.fill($0, version: version) }
        try old.close()

        let (store, close) = try StoreKind.sqlite.open(in: folder)
        let token = try #require(try await store.tokens(of: AccountID("ada")!).first)
        #expect(token.pushDevice == "phone" && token.pushDeviceName?.value == "Pocket")
        // It is unknown whether deliveries that were read have left, so cancelled ones count as sent.
        try await store.recover(limit: 10, at: .start)
        while try await store.queueNext(2, at: .start) {}
        let due = try await store.due(.apnsSandbox, at: .start, after: nil, limit: 10)
        #expect(due.map(\.announcement.id.text) == ["first", "second"])
        #expect(due.map(\.token?.number) == [1, 1])
        try await store.cancel(1, by: nil, at: .start)
        while try await store.suppressCancelled(1, limit: 10, at: .start) {}
        let counts = try #require(try await store.announcement("first")).record.counts
        #expect((counts.sent, counts.suppressed) == (version >= 5 ? (1, 0) : (0, 1)))
        // PostgreSQL has another syntax for triggers, so the store does their work.
        let triggers = try await store.database.read { connection in
            try connection.values("SELECT name FROM sqlite_master WHERE type = 'trigger'") as [String]
        }
        #expect(triggers.isEmpty)
        try close()
    }
}
