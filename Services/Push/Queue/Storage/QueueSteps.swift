import Models
import Storage

extension QueueSteps {
    /// Queues the next portion of the recipients; false when none are left.
    func queueNext(_ notification: Int64, at now: UnixTime) async throws(PushStoreError) -> Bool {
        try await write { connection in
            let waiting = connection.waitingRecipients
            if let recipients = try waiting.dequeueNext(of: notification) {
                try queue(recipients, notification, at: now, connection)
            }
            if try waiting.hasNext(of: notification) { return true }
            try connection.notifications.finishQueueing(notification)
            return false
        }
    }

    func queue(
        _ recipients: [ResolvedRecipient], _ notification: Int64, at now: UnixTime, _ connection: Connection
    ) throws(StorageError) {
        let inbox = connection.inbox
        let kept = try connection.notifications.sent(notification)
        guard let entries = try inbox.insert(recipients, notification, isRead: kept?.isSilent == true, at: now) else {
            return
        }
        try connection.notifications.setEntries(notification, entries)
        let capped = try countPushes(of: notification, entries, at: now, connection)
        let added = try connection.deliveries.insert(
            notification, forEntries: entries, to: kept.map { TokenTable.condition(for: $0.content) },
            except: try kept.map { kept throws(StorageError) in
                try unmatched(kept, notification, entries, connection)
            } ?? [], at: now)
        try enter(added, of: notification, connection)
        try suppress(capped, added, of: notification, at: now, connection)
    }

    private func unmatched(
        _ sent: SentNotification, _ number: Int64, _ entries: ClosedRange<Int64>, _ connection: Connection
    ) throws(StorageError) -> [Int64] {
        guard sent.audience.isOfDevices else { return [] }
        return try connection.notifications.reached(by: number, entries)
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
        try connection.notifications.enter(counts)
        try connection.notifications.setDeliveries(notification, added.numbers)
    }

    // MARK: Changes of a user

    /// Makes deferred deliveries due at the new end of quiet hours, or now without any. If the hours newly permit
    /// interruptions, all but those held for a digest are judged again.
    func bringForward(
        _ recipient: Int64, _ hours: QuietHours?, former: QuietHours? = nil, at now: UnixTime, _ connection: Connection
    ) throws(StorageError) {
        let deferred = try connection.deliveries.deferred(of: recipient)
        guard !deferred.isEmpty else { return }
        var quiet = QuietTime(at: now)
        var counts = DeliveryCountChanges()
        let isChoiceNew = hours?.allowsInterruptions == true && former?.allowsInterruptions != true
        let anew = isChoiceNew ? deferred.filter { $0.delivery.gathering != .held } : []
        let rest = isChoiceNew ? deferred.filter { $0.delivery.gathering == .held } : deferred
        try connection.deliveries.bringForward(anew, to: nil, at: now, in: &counts)
        try connection.deliveries.bringForward(rest, to: hours.flatMap { quiet.end(of: $0) }, at: now, in: &counts)
        try connection.notifications.enter(counts)
    }

    /// What was resolved by the user's position: ends the waiting deliveries, and forgets the places in the inbox.
    func endPlaced(of recipient: Int64, at now: UnixTime, _ connection: Connection) throws(StorageError) {
        try connection.inbox.forgetPlaces(of: recipient)
        try end(try connection.deliveries.openAnnounced(to: recipient), .noPosition, at: now, connection)
    }

    // MARK: Caps

    /// Counts for each recipient below the cap in a range of entries; returns those who have reached it. Silent
    /// notifications and kinds without a cap are not counted.
    private func countPushes(
        of notification: Int64, _ entries: ClosedRange<Int64>, at now: UnixTime, _ connection: Connection
    ) throws(StorageError) -> Set<Int64> {
        guard let kind = try connection.notifications.shownKind(of: notification),
            let cap = caps.cap(of: kind)
        else { return [] }
        let since = caps.beginning(at: now)
        let capped = try connection.pushCounts.capped(at: cap, of: kind, since: since, for: notification, entries)
        try connection.pushCounts.add(under: cap, of: kind, since: since, for: notification, entries, at: now)
        return capped
    }

    private func suppress(
        _ capped: Set<Int64>, _ added: AddedRows?, of notification: Int64, at now: UnixTime, _ connection: Connection
    ) throws(StorageError) {
        guard let added, !capped.isEmpty else { return }
        let open = try connection.deliveries.open(of: notification, in: added.numbers, limit: .max)
        try end(open.filter { capped.contains($0.recipient) }, .capped, at: now, connection)
    }
}

extension NotificationTable {
    /// Nil for tests and silent notifications.
    fileprivate func shownKind(of number: Int64) throws(StorageError) -> String? {
        try connection.value(
            """
            SELECT kind FROM notification \
            WHERE number = \(number) AND publisher IS NOT NULL AND is_silent = 0
            """)
    }
}
