// Who hears of an announcement, and the queue that it makes.

import Models
import Storage

extension PushStore {
    /// The announcements that are to be decided at a moment, the first first.
    func undecided(at now: UnixTime) throws(PushStoreError) -> [KeptAnnouncement] {
        try read { try AnnouncementTable(connection: $0).undecided(at: now) }
    }

    /// Stores the recipients of an announcement, the nearest first; `queue` queues them. Does nothing when the
    /// announcement has been decided or cancelled meanwhile. A scheduled announcement is cancelled when its publisher
    /// has since taken back too many around its place; that publisher is returned then.
    ///
    /// - Parameter withdrawals: the number of the latest withdrawal of a position that `recipients` accounts for.
    ///   People whose position was withdrawn later are not told.
    func decide(
        _ announcement: Int64, _ recipients: [DecidedRecipient], after withdrawals: Int64, at now: UnixTime
    ) async throws(PushStoreError) -> PublisherID? {
        // Made outside of the transaction, so that other writes do not wait for it.
        let portions = UndecidedTable.portions(recipients)
        return try await write { connection in
            let table = AnnouncementTable(connection: connection)
            guard let kept = try table.find(announcement), kept.decidedAt == nil, kept.record.state != .cancelled else {
                return nil
            }
            if let publisher = try barred(kept, table, at: now) {
                try table.setBarred(announcement)
                return publisher
            }
            try table.setDecided(
                announcement, recipients: recipients.count, recipients.isEmpty ? .done : .deciding,
                after: withdrawals, at: now)
            try UndecidedTable(connection: connection).insert(portions, of: announcement)
            return nil
        }
    }

    /// The publisher of an announcement for later that has since taken back too much around its place to announce
    /// there; nil when it may announce.
    private func barred(
        _ kept: KeptAnnouncement, _ table: AnnouncementTable, at now: UnixTime
    ) throws(StorageError) -> PublisherID? {
        guard kept.beginsAt > kept.record.createdAt, let publisher = try table.publisher(of: kept.number) else {
            return nil
        }
        let end = try ProbeTable(connection: table.connection)
            .end(of: publisher, .takeBack, near: kept.record.announcement.coordinate, at: now)
        return end == nil ? nil : publisher
    }

    /// Queues the next portion of those who hear of an announcement; false when all have been.
    func queueNext(_ announcement: Int64, at now: UnixTime) async throws(PushStoreError) -> Bool {
        try await write { connection in
            let (announcements, undecided) = (
                AnnouncementTable(connection: connection), UndecidedTable(connection: connection)
            )
            if let recipients = try undecided.dequeueNext(of: announcement) {
                try queue(recipients, announcement, at: now, connection)
            }
            if try undecided.hasNext(of: announcement) { return true }
            try announcements.finishDeciding(announcement)
            return false
        }
    }

    private func queue(
        _ recipients: [DecidedRecipient], _ announcement: Int64, at now: UnixTime, _ connection: Connection
    ) throws(StorageError) {
        let told = ToldTable(connection: connection)
        guard let entries = try told.insert(recipients, announcement, at: now) else { return }
        try AnnouncementTable(connection: connection).setTold(announcement, entries)
        let deliveries = DeliveryTable(connection: connection)
        try enter(
            try deliveries.insert(announcement, forTold: entries, at: now), of: announcement, connection)
    }

    /// Adds new deliveries to the counts.
    private func enter(
        _ numbers: ClosedRange<Int64>?, of announcement: Int64, _ connection: Connection
    ) throws(StorageError) {
        guard let numbers else { return }
        var counts = DeliveryCountChanges()
        counts.accept(announcement, numbers.count)
        try DeliveryCountTable(connection: connection).enter(counts)
        try AnnouncementTable(connection: connection).setDeliveries(announcement, numbers)
    }

    /// Takes on a test for the push devices of an account, and queues it. Empty when there is no push device. Throws
    /// `tooManyTests`.
    func announceTest(
        _ announcement: Announcement, as id: AnnouncementID, for account: AccountID, at now: UnixTime
    ) async throws(PushStoreError) -> [DeliveryRecord] {
        let ids = DeliveryIDs(key: random(16))
        return try await write { connection in
            guard let recipient = try RecipientTable(connection: connection).number(of: account.text),
                try !TokenTable(connection: connection).reachable(of: recipient).isEmpty
            else { return [] }
            let table = AnnouncementTable(connection: connection)
            if let first = try table.firstTest(
                by: recipient, since: now.adding(seconds: -TestRules.span), ifAtLeast: TestRules.maximum)
            {
                throw PushStoreError.tooManyTests(end: first.adding(seconds: TestRules.span))
            }
            let deliveries = DeliveryTable(connection: connection)
            let number = try table.insert(announcement, as: id, from: .test(recipient), .deciding, ids, at: now)
            try table.setDecided(number, recipients: 1, .deciding, at: now)
            try enter(try deliveries.insert(number, for: recipient, at: now), of: number, connection)
            try table.finishDeciding(number)
            return try deliveries.records(of: recipient, number)
        }
    }

    /// How somebody was told, and what became of it on each push device; nil for one who was not.
    func told(
        _ recipient: Int64, of announcement: Int64
    ) throws(PushStoreError) -> (figures: DecidedRecipient?, deliveries: [DeliveryRecord])? {
        try read { connection in
            let figures = try ToldTable(connection: connection).figures(of: recipient, announcement)
            let deliveries = try DeliveryTable(connection: connection).records(of: recipient, announcement)
            return figures == nil && deliveries.isEmpty ? nil : (figures, deliveries)
        }
    }
}
