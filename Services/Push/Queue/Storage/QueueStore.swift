import Models
import Storage

extension QueueStore {
    func due(
        _ channel: DeliveryChannel, at now: UnixTime, after place: QueuePlace?, limit: Int
    ) async throws(PushStoreError) -> [DueDelivery] {
        let revision = inFlight.revision
        return try await read {
            try DueTable(connection: $0, revision: revision).due(channel, at: now, after: place, limit: limit)
        }
    }

    func dueCounts(at now: UnixTime, limit: Int) async throws(PushStoreError) -> [DeliveryChannel: Int] {
        try await read { connection in
            var counts: [DeliveryChannel: Int] = [:]
            for channel in DeliveryChannel.allCases {
                counts[channel] = try connection.value(
                    """
                    SELECT count(*) FROM (SELECT 1 FROM delivery WHERE channel = \(channel) AND next_at <= \(now) \
                    LIMIT \(limit)) AS due
                    """)
            }
            return counts
        }
    }

    /// Returns a delivery, due or not; nil if it has ended or changed the channel.
    func waiting(_ delivery: Int64, in channel: DeliveryChannel) async throws(PushStoreError) -> DueDelivery? {
        let revision = inFlight.revision
        return try await read { try DueTable(connection: $0, revision: revision).waiting(delivery, in: channel) }
    }

    /// Makes deliveries due that wait because of a provider outage; returns whether more may be left.
    func endOutage(of channel: DeliveryChannel, limit: Int, at now: UnixTime) async throws(PushStoreError) -> Bool {
        guard try await read({ try $0.deliveries.hasOutage(in: channel, after: now) }) else { return false }
        return try await write { connection in
            try connection.deliveries.endOutage(in: channel, limit: limit, at: now) >= limit
        }
    }

    /// Stores which deliveries may leave, before any of them leaves: after a crash it is unknown which pushes have
    /// left. All deliveries up to `place` may leave, except those that came back unsent; `deliveries` are marked one by
    /// one, at any place of the queue.
    func recordTaken(
        upTo place: QueuePlace?, and deliveries: [Int64], in channel: DeliveryChannel
    ) async throws(PushStoreError) {
        try await write { connection in
            if let place { try connection.takenQueues.record(place, in: channel) }
            try connection.takenQueues.record(deliveries)
        }
    }

    /// Forgets which deliveries may have left. Call it when the outcomes of all deliveries are stored.
    func forgetTaken() async throws(PushStoreError) { try await write { try $0.takenQueues.clear() } }

    func outages() async throws(PushStoreError) -> [DeliveryChannel: KeptOutage] {
        try await read { try $0.outages.all() }
    }

    func recordOutage(_ outage: KeptOutage?, of channel: DeliveryChannel) async throws(PushStoreError) {
        try await write { try $0.outages.record(outage, of: channel) }
    }

    /// Prepares the queue after a crash, before the first push. A delivery that may have left counts as sent if it is
    /// ended from now on. Deliveries that were to end, or whose recipient is gone, end.
    func recover(limit: Int, at now: UnixTime) async throws(PushStoreError) {
        try await write { connection in
            try connection.takenQueues.markUnconfirmed()
            try connection.takenQueues.clear()
            try connection.deliveries.endForNobody()
        }
        while try await endLeft(limit: limit, at: now) {}
    }

    /// Returns the muted push devices, and all push devices of users who have reached the cap. With `describesMuted` it
    /// returns the facts of muted devices, which takes longer than their numbers.
    func silencedPushDevices(
        for kind: String, describesMuted: Bool = false, at now: UnixTime
    ) async throws(PushStoreError) -> SilencedPushDevices {
        try await read { connection in
            var silenced = SilencedPushDevices()
            if describesMuted {
                silenced.mutedDevices = try connection.tokens.mutedPushDevices()
            } else {
                silenced.muted = try connection.tokens.mutedPushDeviceCounts()
            }
            guard let cap = caps.cap(of: kind) else { return silenced }
            silenced.capped = Set(try connection.pushCounts.capped(at: cap, of: kind, since: caps.beginning(at: now)))
            return silenced
        }
    }

    /// Records outcomes, and changes tokens accordingly. A delivery that has already ended stays unchanged, unless the
    /// push was sent after all. A delivery ended in flight that comes back unsent gets that end and has not left.
    func recordOutcomes(_ updates: [DeliveryUpdate], at now: UnixTime) async throws(PushStoreError) {
        try await change(committed: { inFlight.end(updates.lazy.map(\.delivery)) }) { connection, changes in
            let deliveries = connection.deliveries
            var counts = DeliveryCountChanges()
            let sent = try deliveries.recordSent(updates.filter(\.isSentAtFirst).map(\.delivery), at: now, in: &counts)
            for update in updates where !sent.contains(update.delivery) {
                guard let kept = try deliveries.find(update.delivery) else { continue }
                let update = ended(try revised(update, of: kept, at: now, connection), of: kept)
                guard kept.state.isOpen || update.state == .sent else { continue }
                counts.move(kept.notification, from: kept.state, to: update.state, wasDeferred: kept.wasDeferred)
                try deliveries.recordOutcome(update, of: kept, at: now)
                if kept.gathering == .digest {
                    try recordGathered(by: update, at: now, connection, in: &counts)
                }
                if kept.end != nil { try forgetIfErased(kept, connection) }
            }
            try connection.notifications.enter(counts)
            for update in updates {
                guard let news = update.token, try take(news, at: now, connection, in: &changes) else { continue }
                // Publishers see this count, so it must not reveal the end of a user's quiet hours.
                guard let delivery = try deliveries.find(update.delivery), !delivery.wasDeferred else { continue }
                try connection.webhooks.countGone(by: delivery.notification, openTopics: openTopics)
            }
        }
    }

    /// Returns the change for a delivery that was ended in flight. A delivery that would continue ends, and a push that
    /// may have arrived counts as sent.
    private func ended(_ update: DeliveryUpdate, of delivery: DeliveryTable.Open) -> DeliveryUpdate {
        var end = DeliveryEnd(state: update.state, reason: update.reason)
        if update.state.isOpen || update.state == .suppressed, let meant = delivery.end { end = meant }
        end = end.counted(isUnconfirmed: delivery.isUnconfirmed || update.isUnconfirmed, isGivenUp: update.isGivenUp)
        var ended = update
        (ended.state, ended.reason) = (end.state, end.reason)
        if !end.state.isOpen { ended.nextAt = nil }
        return ended
    }

    /// Adapts a change to the current data: a push is sent again if its token, reported as gone, was registered again
    /// or replaced. It waits for the end of quiet hours only if the hours still last as long.
    private func revised(
        _ update: DeliveryUpdate, of delivery: DeliveryTable.Open, at now: UnixTime, _ connection: Connection
    ) throws(StorageError) -> DeliveryUpdate {
        if update.state == .deferred { return try brought(update, of: delivery, at: now, connection) }
        guard case .gone(let number, let moment) = update.token, let again = update.ifTokenStays else { return update }
        if delivery.token == number {
            guard let moment, let token = try connection.tokens.find(number),
                token.shown.updatedAt >= moment
            else { return update }
        }
        var revised = update
        (revised.state, revised.nextAt) = (.pending, again)
        return revised
    }

    private func brought(
        _ update: DeliveryUpdate, of delivery: DeliveryTable.Open, at now: UnixTime, _ connection: Connection
    ) throws(StorageError) -> DeliveryUpdate {
        var quiet = QuietTime(at: now)
        let hours = try connection.recipients.preferences(of: delivery.recipient)?.quietHours
        var brought = update
        let isLetThrough = update.isInterruption && hours?.allowsInterruptions == true
        if let end = hours.flatMap({ quiet.end(of: $0) }), !isLetThrough {
            brought.nextAt = min(end, update.nextAt ?? end)
        } else {
            (brought.state, brought.nextAt, brought.reason) = (.pending, now, nil)
        }
        return brought
    }

    private func take(
        _ news: DeliveryUpdate.TokenChange, at now: UnixTime, _ connection: Connection,
        in changes: inout [AudienceChange]
    ) throws(StorageError) -> Bool {
        switch news {
        case .gone(let number, let moment):
            guard let token = try connection.tokens.find(number) else { return false }
            if let moment, token.shown.updatedAt >= moment { return false }
            try drop(token, .unreachable, at: now, connection)
            try recordPushDevices(of: token.recipient, connection, in: &changes)
            return true
        case .otherEnvironment(let number, let environment):
            // Another delivery may have found this out before.
            guard let token = try connection.tokens.find(number), token.isEnvironmentAssumed,
                token.shown.environment == environment
            else { return false }
            let other: PushEnvironment = environment == .production ? .sandbox : .production
            inFlight.change(recipient: token.recipient)
            try connection.tokens.setEnvironment(number, other)
            try connection.deliveries.setChannel(DeliveryChannel(.apns, other), of: token.recipient, for: number)
            return false
        }
    }

    func inbox(_ request: ListInbox) async throws(PushStoreError) -> InboxPage {
        try await read { connection in
            guard let recipient = try connection.recipients.number(of: request.account.text) else { return .empty }
            let inbox = connection.inbox
            var number = Int64.max
            if let before = request.before {
                guard let found = try inbox.number(of: recipient, before) else { throw Refusal.unknownEntry }
                number = found
            }
            var entries = try inbox.entries(
                of: recipient, before: number, unreadOnly: request.unreadOnly,
                withNotifications: request.withNotifications == true, offset: request.offset ?? 0,
                limit: request.limit + 1)
            let hasMore = entries.count > request.limit
            if hasMore { entries.removeLast() }
            return InboxPage(
                entries: entries, unread: try inbox.unread(of: recipient), total: try inbox.total(of: recipient),
                hasMore: hasMore, isInUse: try connection.recipients.usesInbox(recipient))
        }
    }

    func unread(of account: AccountID) async throws(PushStoreError) -> Int {
        try await read { connection in
            guard let recipient = try connection.recipients.number(of: account.text) else { return 0 }
            return try connection.inbox.unread(of: recipient)
        }
    }

    /// Begins to send the account's unread count as the badge of its pushes.
    func useInbox(of account: AccountID) async throws(PushStoreError) {
        try await write { connection in
            guard let recipient = try connection.recipients.number(of: account.text) else { return }
            try connection.recipients.useInbox(recipient)
            try connection.inbox.cut(recipient, to: Retention.inbox)
        }
    }

    /// Marks entries as read; nil marks all. Returns the number of unread entries, which the badge then shows.
    func markRead(
        _ entries: [InboxEntryID]?, of account: AccountID, at now: UnixTime
    ) async throws(PushStoreError) -> Int {
        try await write { connection in
            guard let recipient = try connection.recipients.number(of: account.text) else { return 0 }
            try connection.recipients.useInbox(recipient)
            let inbox = connection.inbox
            if let entries {
                for entry in entries {
                    if let number = try inbox.number(of: recipient, entry) { try inbox.markRead(number, at: now) }
                }
            } else {
                try inbox.markAllRead(of: recipient, at: now)
            }
            return try inbox.unread(of: recipient)
        }
    }

    /// Returns the figures of a recipient for a notification, and the deliveries; nil if the recipient has neither.
    func entry(
        of recipient: Int64, _ notification: Int64
    ) async throws(PushStoreError) -> (figures: ResolvedRecipient?, deliveries: [DeliveryRecord])? {
        try await read { connection in
            let figures = try connection.inbox.figures(of: recipient, notification)
            let deliveries = try connection.deliveries.records(of: recipient, notification)
            return figures == nil && deliveries.isEmpty ? nil : (figures, deliveries)
        }
    }

    /// Deletes old rows, about `limit` of each kind at most. Returns whether more may be left.
    func forget(_ ages: Retention, limit: Int, at now: UnixTime) async throws(PushStoreError) -> Bool {
        try await write { connection in
            let old = connection.oldRows
            let history = now.adding(seconds: -ages.history)
            let tables: [(SQL, UnixTime)] = [
                ("idempotency_key", now.adding(seconds: -ages.keys)),
                ("ended_session", now.adding(seconds: -ages.endedSessions)), ("former_token", history),
                ("probe", now.adding(seconds: -CountRules.day)), ("inquiry", history), ("interaction", history),
                ("push_count", caps.beginning(at: now)), ("webhook_event", history),
            ]
            var isMoreToCome = false
            for (table, moment) in tables {
                let deleted = try old.delete(from: table, before: moment, limit: limit)
                isMoreToCome = isMoreToCome || deleted >= limit
            }
            try connection.notifications.endPresence(at: now, limit: limit)
            let deliveries = try old.deleteFirst(
                of: "delivery", before: history, limit: limit, where: "AND next_at IS NULL")
            let entries = try old.deleteFirst(of: "inbox", before: history, limit: limit)
            try old.deleteOwned(before: now.adding(seconds: -ages.tests), limit: limit)
            let ended = now.adding(seconds: -ages.notifications)
            try connection.series.deleteEnded(before: ended)
            let notifications = try old.deleteNotifications(endedBefore: ended, limit: limit)
            return isMoreToCome || deliveries == limit || entries == limit || notifications == limit
        }
    }
}

struct SilencedPushDevices: Sendable {
    var capped: Set<Int64> = []
    /// The numbers of muted push devices by recipient, unless their facts were requested.
    var muted: [Int64: Int] = [:]
    /// The facts of muted push devices by recipient, if they were requested.
    var mutedDevices: [Int64: [DeviceFacts]] = [:]
}
