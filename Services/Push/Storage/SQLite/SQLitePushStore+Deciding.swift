// Who hears of an announcement, and the queue that it makes.

import Foundation
import Models
import Storage

extension SQLitePushStore {
    func undecided(at now: UnixTime) throws(PushStoreError) -> [KeptAnnouncement] {
        try read { try AnnouncementTable(connection: $0).undecided(at: now) }
    }

    func decide(
        _ announcement: Int64, _ recipients: [DecidedRecipient], at now: UnixTime
    ) async throws(PushStoreError) {
        try await write { connection in
            let table = AnnouncementTable(connection: connection)
            guard let kept = try table.find(announcement), kept.decidedAt == nil, kept.record.state != .cancelled else {
                return
            }
            try table.setDecided(
                announcement, recipients: recipients.count, recipients.isEmpty ? .done : .deciding, at: now)
            try UndecidedTable(connection: connection).insert(recipients, of: announcement)
        }
    }

    func queueNext(_ announcement: Int64, at now: UnixTime) async throws(PushStoreError) -> Bool {
        try await write { connection in
            let (announcements, undecided) = (
                AnnouncementTable(connection: connection), UndecidedTable(connection: connection)
            )
            if let recipients = try undecided.takeNext(of: announcement) {
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
        let (table, told) = (RecipientTable(connection: connection), ToldTable(connection: connection))
        var numbers: [Int64] = []
        for one in recipients {
            // Whoever has been erased since is told of nothing.
            guard let recipient = try table.number(of: one.account.text) else { continue }
            try told.insert(one, recipient, announcement, at: now)
            numbers += try queue(announcement, for: recipient, at: now, connection)
        }
        try enter(numbers, of: announcement, connection)
    }

    /// Queues a delivery for each handset of an account; gives their numbers.
    private func queue(
        _ announcement: Int64, for recipient: Int64, at now: UnixTime, _ connection: Connection
    ) throws(StorageError) -> [Int64] {
        let (tokens, deliveries) = (TokenTable(connection: connection), DeliveryTable(connection: connection))
        var numbers: [Int64] = []
        for token in HandsetChoice.one(of: try tokens.reachable(of: recipient)) {
            numbers.append(try deliveries.insert(announcement, recipient, token, UUID(), at: now))
        }
        return numbers
    }

    /// Enters new deliveries into the books.
    private func enter(_ numbers: [Int64], of announcement: Int64, _ connection: Connection) throws(StorageError) {
        guard let first = numbers.first, let last = numbers.last else { return }
        var books = BooksChanges()
        books.accept(announcement, numbers.count)
        try BooksTable(connection: connection).enter(books)
        try AnnouncementTable(connection: connection).setDeliveries(announcement, first...last)
    }

    func announceTest(
        _ announcement: Announcement, as id: AnnouncementID, for account: AccountID, at now: UnixTime
    ) async throws(PushStoreError) -> [DeliveryRecord] {
        try await write { connection in
            guard let recipient = try RecipientTable(connection: connection).number(of: account.text),
                try !TokenTable(connection: connection).reachable(of: recipient).isEmpty
            else { return [] }
            let table = AnnouncementTable(connection: connection)
            let number = try table.insert(announcement, as: id, from: .test(recipient), .deciding, at: now)
            try table.setDecided(number, recipients: 1, .deciding, at: now)
            try enter(try queue(number, for: recipient, at: now, connection), of: number, connection)
            try table.finishDeciding(number)
            return try DeliveryTable(connection: connection).records(of: recipient, number)
        }
    }

    func told(
        _ account: AccountID, of announcement: Int64
    ) throws(PushStoreError) -> (figures: DecidedRecipient?, deliveries: [DeliveryRecord])? {
        try read { connection in
            guard let recipient = try RecipientTable(connection: connection).number(of: account.text) else {
                return nil
            }
            let figures = try ToldTable(connection: connection).figures(of: recipient, account, announcement)
            let deliveries = try DeliveryTable(connection: connection).records(of: recipient, announcement)
            return figures == nil && deliveries.isEmpty ? nil : (figures, deliveries)
        }
    }
}
