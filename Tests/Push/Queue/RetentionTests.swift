@testable import Push

@Suite("Old rows", .timeLimit(.minutes(10)))
struct RetentionTests {
    private let stores = ScratchStores()
    private let shop = PublisherID("shop")!
    private let retention = Retention()

    @Test(
        "Old rows are deleted in portions, so that other writes can run",
        arguments: ["ended_session", "idempotency_key", "probe"])
    func portions(table: String) async throws {
        let store = try stores.push(.sqlite)
        _ = try await store.announce(
            .sample, as: NotificationID("first")!, by: shop, underKey: nil, isBounded: false, at: .start)
        try await store.database.write { [shop] connection in
            for number in 0..<25 as Range<Int64> {
                let at = UnixTime(milliseconds: UnixTime.start.rawValue + number)
                switch table {
                case "ended_session":
                    try connection.run("INSERT INTO ended_session (session, at) VALUES (\("s\(number)"), \(at))")
                case "idempotency_key":
                    let key = IdempotencyKey(text: "k\(number)", fingerprint: [1])
                    try IdempotencyTable(connection: connection).insert(key, of: shop, 1, at: at)
                default:
                    try connection.run(
                        """
                        INSERT INTO probe (publisher, kind, latitude, longitude, at) \
                        VALUES (\(shop), 'count', 1, 1, \(at))
                        """)
                }
            }
        }
        func left() async throws -> Int {
            try await store.database.read { connection in
                try connection.value(
                    """
                    SELECT (SELECT count(*) FROM ended_session) + (SELECT count(*) FROM idempotency_key) \
                    + (SELECT count(*) FROM probe)
                    """) ?? -1
            }
        }
        let later = UnixTime.start.adding(seconds: 30 * 86_400)
        for (isMore, rest) in [(true, 15), (true, 5), (false, 0)] {
            #expect(try await store.forget(retention, limit: 10, at: later) == isMore)
            #expect(try await left() == rest)
        }
    }

    @Test("Finished announcements are deleted after their retention, but not those with rows")
    func announcements() async throws {
        let store = try stores.push(.sqlite)
        for id in ["old", "running", "keyed", "told"] {
            let key = id == "keyed" ? IdempotencyKey(text: id, fingerprint: [1]) : nil
            let announcement = OutgoingNotification.sample.with { $0.subject = .text(id) }
            _ = try await store.announce(
                announcement, as: NotificationID(id)!, by: shop, underKey: key, isBounded: false, at: .start)
            if id != "running" {
                let number = try #require(try await store.announcement(id)).number
                try await store.cancel(number, by: nil, at: .start)
            }
        }
        let end = try #require(try await store.notification("old", of: nil)).endsAt
        let moment = end.adding(seconds: retention.notifications)
        try await store.database.write { connection in
            try connection.run("UPDATE idempotency_key SET at = \(moment)")
            let recipient = try RecipientTable(connection: connection).makeNumber(of: "ada")
            let told = try #require(
                try NotificationTable(connection: connection).find("told", of: nil, among: nil)
            ).number
            let entry = try connection.insert(
                """
                INSERT INTO inbox (recipient, notification, distance, radius, position_at, at) \
                VALUES (\(recipient), \(told), 1, 10, \(moment), \(moment)) RETURNING number
                """)
            try NotificationTable(connection: connection).setEntries(told, entry...entry)
        }
        func left() async throws -> [String] {
            var ids: [String] = []
            for id in ["old", "running", "keyed", "told"] where try await store.announcement(id) != nil {
                ids.append(id)
            }
            return ids
        }
        #expect(try await store.forget(retention, limit: 100, at: moment) == false)
        #expect(try await left() == ["old", "running", "keyed", "told"])
        #expect(try await store.forget(retention, limit: 100, at: moment.adding(seconds: 1)) == false)
        #expect(try await left() == ["running", "keyed", "told"])
        let last = moment.adding(seconds: retention.history + 1)
        _ = try await store.forget(retention, limit: 100, at: last)
        #expect(try await left() == ["running"])
    }
}
