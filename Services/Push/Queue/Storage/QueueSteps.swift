import Models
import Storage

extension QueueSteps {
    /// Queues the next portion of the recipients. Returns false when no recipient is left.
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

    /// Makes deferred deliveries due at the new end of quiet hours, or now without quiet hours. If the hours newly
    /// permit interruptions, all deferred deliveries except those held for a digest are judged again.
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

    /// Ends the waiting deliveries that were resolved by the user's position, and forgets the places in the inbox.
    func endPlaced(of recipient: Int64, at now: UnixTime, _ connection: Connection) throws(StorageError) {
        try connection.inbox.forgetPlaces(of: recipient)
        try end(try connection.deliveries.openAnnounced(to: recipient), .noPosition, at: now, connection)
    }

    // MARK: Caps

    /// Counts a push for each recipient below the cap in a range of entries. Returns the recipients who have reached
    /// it. Silent notifications and kinds without a cap are not counted.
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

    /// Ends deliveries. A delivery in flight ends only if its push comes back unsent. Returns the number ended now.
    @discardableResult
    func end(
        _ open: [DeliveryTable.Open], as end: DeliveryEnd, at now: UnixTime, _ connection: Connection
    ) throws(StorageError) -> Int {
        let (endable, onTheirWay) = inFlight.split(open, number: \.number)
        try connection.deliveries.endLater(onTheirWay, as: end)
        var counts = DeliveryCountChanges()
        try connection.deliveries.end(endable, as: end, at: now, in: &counts)
        try connection.notifications.enter(counts)
        return endable.count
    }

    /// Suppresses deliveries. A delivery in flight is suppressed only if its push comes back unsent.
    func end(
        _ deliveries: [DeliveryTable.Open], _ reason: SuppressionReason, at now: UnixTime, _ connection: Connection
    ) throws(StorageError) {
        try end(deliveries, as: DeliveryEnd(state: .suppressed, reason: reason.rawValue), at: now, connection)
    }

    func end(_ notification: Int64, _ connection: Connection) throws(StorageError) {
        inFlight.change(notification: notification)
        try connection.waitingRecipients.delete(of: notification)
        try connection.notificationPlans.delete(of: notification)
    }

    /// Ends the waiting deliveries of a cancelled notification. Returns whether more may be left.
    func suppressCancelled(_ notification: Int64, limit: Int, at now: UnixTime) async throws(PushStoreError) -> Bool {
        try await end(notification, as: .suppressed, SuppressionReason.cancelled.rawValue, limit: limit, at: now)
    }

    /// Deletes inbox entries that no push device has shown; returns whether more may be left. An entry with a delivery
    /// in flight is checked when that delivery ends.
    func removeUnreceived(_ notification: Int64, limit: Int) async throws(PushStoreError) -> Bool {
        guard try await read({ try $0.notifications.uncheckedEntries(of: notification) }) != nil else { return false }
        return try await write { connection in
            guard let entries = try connection.notifications.uncheckedEntries(of: notification) else { return false }
            let end = min(entries.lowerBound + Int64(limit), entries.upperBound)
            try connection.inbox.deleteUnreceived(of: notification, among: entries.lowerBound...end)
            let isLast = end == entries.upperBound
            try connection.notifications.setLookedThrough(notification, before: isLast ? nil : end + 1)
            return !isLast
        }
    }

    /// Ends waiting deliveries, and returns whether more may be left. Deliveries in flight may still be sent.
    fileprivate func end(
        _ notification: Int64, as state: DeliveryState, _ reason: String?, limit: Int, at now: UnixTime
    ) async throws(PushStoreError) -> Bool {
        try await write { connection in
            guard let numbers = try connection.notifications.deliveries(of: notification) else { return false }
            let open = try connection.deliveries.open(of: notification, in: numbers, limit: limit + inFlight.count)
            let ended = try self.end(open, as: DeliveryEnd(state: state, reason: reason), at: now, connection)
            return ended >= limit
        }
    }
}

extension NotificationTable {
    /// Returns the kind of a notification; nil for tests and silent notifications.
    fileprivate func shownKind(of number: Int64) throws(StorageError) -> String? {
        try connection.value(
            "SELECT kind FROM notification WHERE number = \(number) AND publisher IS NOT NULL AND is_silent = 0")
    }
}

extension QueueStore {
    /// Deletes inbox entries that a crash left over, or that were cancelled before their entries existed.
    func removeUnreceived(limit: Int) async throws(PushStoreError) -> Bool {
        guard let notification = try await read({ try $0.notifications.nextWithUncheckedEntries() })
        else { return false }
        _ = try await removeUnreceived(notification, limit: limit)
        return true
    }

    /// Ends deliveries whose notification is over; returns whether more may be left.
    func expire(limit: Int, at now: UnixTime) async throws(PushStoreError) -> Bool {
        for notification in try await read({ try $0.notifications.overdue(at: now) }) {
            if try await end(notification, as: .expired, nil, limit: limit, at: now) { return true }
        }
        return false
    }

    /// Ends deliveries that were ended in flight but still wait. Returns whether more may be left.
    func endLeft(limit: Int, at now: UnixTime) async throws(PushStoreError) -> Bool {
        guard try await read({ try !$0.deliveries.ending(limit: 1).isEmpty }) else { return false }
        return try await write { connection in
            let ending = try connection.deliveries.ending(limit: limit + inFlight.count)
            let endable = inFlight.split(ending, number: \.number).endable
            var counts = DeliveryCountChanges()
            for delivery in endable {
                guard let end = delivery.end else { continue }
                try connection.deliveries.end([delivery], as: end, at: now, in: &counts)
                try forgetIfErased(delivery, connection)
            }
            try connection.notifications.enter(counts)
            return endable.count >= limit
        }
    }

    func forgetIfErased(_ delivery: DeliveryTable.Open, _ connection: Connection) throws(StorageError) {
        guard try !connection.recipients.contains(delivery.recipient) else { return }
        try connection.deliveries.delete(delivery.number)
    }
}
