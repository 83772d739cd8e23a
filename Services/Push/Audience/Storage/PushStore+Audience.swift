import Models
import Storage

extension PushStore {
    /// The number is never reused; nil for an unknown account.
    func recipient(of account: AccountID) async throws(PushStoreError) -> Int64? {
        try await read { try RecipientTable(connection: $0).number(of: account.text) }
    }

    /// 0 before the first.
    func latestWithdrawal() async throws(PushStoreError) -> Int64 {
        try await read { try RecipientTable(connection: $0).latestWithdrawal() }
    }

    /// Read in portions, with the number for the next one; nil after the last.
    func audience(after number: Int64, limit: Int) async throws(PushStoreError) -> (
        rows: [AudienceRow], next: Int64?
    ) {
        try await read { try PushStore.audience(after: number, limit: limit, in: $0) }
    }

    static func audience(after number: Int64, limit: Int, in connection: Connection) throws(StorageError) -> (
        rows: [AudienceRow], next: Int64?
    ) {
        let (rows, next) = try RecipientTable(connection: connection).all(after: number, limit: limit)
        let tokens = try TokenTable(connection: connection).pushDevices(after: number, through: next ?? .max)
        return (
            rows.map { row in
                var row = row
                row.devices = tokens[row.recipient] ?? []
                row.member.pushDevices = row.devices.count
                return row
            }, next
        )
    }

    /// Includes those whose audience is being queued. Earliest first.
    func unresolved(at now: UnixTime) async throws(PushStoreError) -> [PendingAudience] {
        try await read { try NotificationTable(connection: $0).unresolved(at: now) }
    }

    /// Stores the recipients, nearest first; `queue` queues them. Does nothing if the notification was already resolved or
    /// cancelled. Cancels a scheduled one if its publisher has since cancelled too many around its place, and returns that
    /// publisher. Users whose position was withdrawn after `withdrawals` are skipped.
    func recordAudience(
        of notification: Int64, _ recipients: [ResolvedRecipient], after withdrawals: Int64, at now: UnixTime
    ) async throws(PushStoreError) -> PublisherID? {
        // Encoded outside of the transaction, so that other writes do not wait for it.
        let portions = WaitingRecipientTable.portions(recipients)
        return try await write { connection in
            let table = NotificationTable(connection: connection)
            guard let kept = try table.pending(notification), kept.resolvedAt == nil, kept.state != .cancelled
            else { return nil }
            try NotificationPlanTable(connection: connection).delete(of: notification)
            if let publisher = try barred(kept, table, at: now) {
                try table.setBarred(notification)
                return publisher
            }
            try table.setResolved(
                notification, recipients: recipients.count, recipients.isEmpty ? .done : .deciding,
                after: withdrawals, at: now)
            try WaitingRecipientTable(connection: connection).insert(portions, of: notification)
            return nil
        }
    }

    /// Has since cancelled too many around the place; nil if the notification may begin.
    private func barred(
        _ kept: PendingAudience, _ table: NotificationTable, at now: UnixTime
    ) throws(StorageError) -> PublisherID? {
        guard kept.beginsAt > kept.createdAt, let place = kept.query.place,
            let publisher = try table.publisher(of: kept.number)
        else { return nil }
        let end = try ProbeTable(connection: table.connection)
            .end(of: publisher, .takeBack, near: place, at: now)
        return end == nil ? nil : publisher
    }

    /// False when none are left.
    func queueNext(_ notification: Int64, at now: UnixTime) async throws(PushStoreError) -> Bool {
        try await write { connection in
            let (notifications, waiting) = (
                NotificationTable(connection: connection), WaitingRecipientTable(connection: connection)
            )
            if let recipients = try waiting.dequeueNext(of: notification) {
                try queue(recipients, notification, at: now, connection)
            }
            if try waiting.hasNext(of: notification) { return true }
            try notifications.finishQueueing(notification)
            return false
        }
    }

    func queue(
        _ recipients: [ResolvedRecipient], _ notification: Int64, at now: UnixTime, _ connection: Connection
    ) throws(StorageError) {
        let inbox = InboxTable(connection: connection)
        let kept = try NotificationTable(connection: connection).sent(notification)
        guard let entries = try inbox.insert(recipients, notification, isRead: kept?.isSilent == true, at: now) else {
            return
        }
        try NotificationTable(connection: connection).setEntries(notification, entries)
        let capped = try countPushes(of: notification, entries, at: now, connection)
        let deliveries = DeliveryTable(connection: connection)
        let added = try deliveries.insert(
            notification, forEntries: entries, to: kept?.tokens,
            except: try kept.map { kept throws(StorageError) in
                try untold(of: kept, notification, entries, connection)
            } ?? [], at: now)
        try enter(added, of: notification, connection)
        try suppress(capped, added, of: notification, at: now, connection)
    }

    private func untold(
        of sent: SentNotification, _ number: Int64, _ entries: ClosedRange<Int64>, _ connection: Connection
    ) throws(StorageError) -> [Int64] {
        guard sent.audience.isOfDevices else { return [] }
        return try NotificationTable(connection: connection).reached(by: number, entries)
            .filter { one in
                let judge = AudienceJudge(account: one.account, preferences: one.preferences, for: sent.audience)
                return !judge.holds(sent.audience, on: one.facts)
            }
            .map(\.token)
    }

    func enter(_ added: AddedRows?, of notification: Int64, _ connection: Connection) throws(StorageError) {
        guard let added else { return }
        var counts = DeliveryCountChanges()
        counts.accept(notification, added.count)
        try DeliveryCountTable(connection: connection).enter(counts)
        try NotificationTable(connection: connection).setDeliveries(notification, added.numbers)
    }
}
