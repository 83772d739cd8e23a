@testable import Push
@testable import Storage

@Suite("The query plans of SQLite", .timeLimit(.minutes(10)))
struct PlanTests {
    private let stores = ScratchStores()

    private let shop = PublisherID("shop")!

    @Test("Searches and housekeeping use their indexes")
    func indexes() async throws {
        let store = try stores.push(.sqlite)
        _ = try await store.announce(as: NotificationID("first")!, by: shop, isBounded: false, at: .start)
        let plans = try await store.database.write { [shop] connection in
            let search = AnnouncementSearch(connection: connection)
            let types = AnnouncementType.allCases
            #expect(try search.find(FindAnnouncements(types: types, near: .sample, limit: 8), at: .start).count == 1)
            #expect(try search.find(FindAnnouncements(types: types, near: nil, limit: 8), at: .start).count == 1)
            let notifications = NotificationTable(connection: connection)
            _ = try notifications.begins(of: shop, near: .sample, with: .start)
            _ = try notifications.nextWithUncheckedEntries()
            try notifications.endPresence(at: .start, limit: 1)
            _ = try DeliveryTable(connection: connection).insert(1, forEntries: 1...1, at: .start)
            _ = try DeliveryTable(connection: connection).ending(limit: 1)
            try InboxTable(connection: connection).deleteUnreceived(of: 1, ifCancelled: 1)
            _ = try OldRows(connection: connection).deleteNotifications(endedBefore: .start, limit: 1)
            let digests = DigestTable(connection: connection)
            _ = try digests.hasDue(in: .fcm, at: .start)
            _ = try digests.devices(in: .fcm, at: .start, limit: 1)
            _ = try digests.held(for: DigestTable.Device(recipient: 1, token: 1), in: .fcm, at: .start, limit: 1)
            try digests.release(1, after: .sent, at: .start)
            return try connection.plans()
        }
        for step in [
            "SEARCH notification USING COVERING INDEX placed_announcement (type=? AND (grid_row,grid_column)>(?,?)",
            "SEARCH notification USING COVERING INDEX placed_announcement (type=? AND grid_row=? AND grid_column=?)",
            "SEARCH notification USING COVERING INDEX latest_announcement (type=? AND number<?)",
            "SEARCH notification USING COVERING INDEX named_announcement (type=? AND subject=?)",
            "SEARCH notification USING INDEX begin_of_publisher (publisher=? AND begins_at>? AND begins_at<?)",
            "SCAN notification USING INDEX cancelled_notification",
            "SEARCH notification USING INDEX ending_notification (ends_at<?)",
            "SEARCH old USING INDEX ended_notification (ends_at<?)",
            "SEARCH idempotency_key USING COVERING INDEX key_of_notification (notification=?)",
            "SEARCH inbox USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)",
            "SCAN delivery USING INDEX ending_delivery",
            "SEARCH inbox USING INDEX inbox_of_recipient (recipient=?)",
            "SEARCH delivery USING INDEX delivery_of_recipient (recipient=? AND notification=?)",
            "SEARCH delivery USING COVERING INDEX held_delivery (channel=? AND gathering=?",
            "SEARCH delivery USING INDEX held_delivery_of_recipient (recipient=? AND token=?)",
            "SEARCH delivery USING INDEX gathered_delivery (digest=?)",
        ] {
            #expect(plans.contains { $0.hasPrefix(step) }, "\(step)")
        }
        for table in ["notification", "delivery", "inbox"] {
            #expect(!plans.contains("SCAN \(table)"), "\(plans)")
        }
    }

    @Test("The first pages of lists are read from the end of an index")
    func lists() async throws {
        let plans = try await stores.push(.sqlite).database.write { [shop] connection in
            let notifications = NotificationTable(connection: connection)
            for publisher in [nil, shop] {
                for group in [nil, .announcements, .others] as [NotificationGroup?] {
                    _ = try notifications.all(of: publisher, among: group, before: .max, limit: 51)
                    _ = try notifications.all(
                        of: publisher, in: [.scheduled, .deciding], among: group, before: .max, limit: 51)
                }
            }
            _ = try notifications.all(of: nil, among: nil, isFailing: true, before: .max, limit: 51)
            _ = try SeriesTable(connection: connection).all(after: nil, limit: 51)
            _ = try SeriesTable(connection: connection).all(of: shop, after: nil, limit: 51)
            _ = try TokenTable(connection: connection).countsByLanguage(limit: 100)
            return try connection.plans()
        }
        for step in [
            "SEARCH notification USING INDEX other_in_state (state=? AND number<?)",
            "SEARCH notification USING INDEX other_of_publisher_in_state (publisher=? AND state=? AND number<?)",
            "SEARCH notification USING INDEX announcement_by_number (number<?)",
            "SEARCH notification USING INDEX announcement_of_publisher (publisher=? AND number<?)",
            "SEARCH notification USING INDEX announcement_in_state (state=? AND number<?)",
            "SEARCH notification USING INDEX failing_notification (number<?)",
            "SCAN token USING COVERING INDEX chosen_language",
        ] {
            #expect(plans.contains { $0.hasPrefix(step) }, "\(step) in \(plans)")
        }
        #expect(!plans.contains("SCAN notification") && !plans.contains("SCAN token"), "\(plans)")
    }
}

extension Connection {
    fileprivate func plans() throws -> [String] {
        guard case .sqlite(let state) = engine else { return [] }
        return try state.compiledStatements.flatMap { text throws in
            var explain: SQL = "EXPLAIN QUERY PLAN "
            explain.parts.append(.text(SQL.Text(keeping: text)))
            return try all(explain) { row throws(StorageError) in try row["detail"] as String }
        }
    }
}
