import BaliseAPI
import BaliseJSON
import Models
import Storage

extension PublishingStore {
    /// Sets the webhook. Earlier failed events are sent to the new address, too.
    func setWebhook(_ target: WebhookTable.Target, at now: UnixTime) async throws(PushStoreError) {
        try await write { try $0.webhooks.set(target, at: now) }
    }

    func removeWebhook(of publisher: PublisherID) async throws(PushStoreError) -> Bool {
        try await write { connection in
            try connection.webhookEvents.delete(of: publisher)
            try connection.webhookDeliveries.delete(of: publisher)
            return try connection.webhooks.delete(of: publisher)
        }
    }

    func webhook(of publisher: PublisherID) async throws(PushStoreError) -> GetWebhook.Reply? {
        try await read { connection in
            guard var status = try connection.webhooks.status(of: publisher) else { return nil }
            status.waiting = try connection.webhookEvents.waiting(of: publisher)
            try connection.webhookEvents.describeProblem(of: publisher, in: &status)
            status.failures = try connection.webhookEvents.failures(of: publisher, limit: GetWebhook.maximumFailures)
            status.deliveries = try connection.webhookDeliveries.latest(of: publisher)
            return status
        }
    }

    /// Pauses or resumes the webhook. Returns false if there is no webhook.
    func changeWebhook(
        of publisher: PublisherID, isPaused: Bool, at now: UnixTime
    ) async throws(PushStoreError) -> Bool {
        try await write { connection in
            let wasPaused = try connection.webhooks.isPaused(publisher)
            guard try connection.webhooks.setPaused(isPaused, of: publisher, at: now) else { return false }
            if wasPaused, !isPaused { try connection.webhookEvents.resume(of: publisher, at: now) }
            return true
        }
    }

    func webhookTarget(of publisher: PublisherID) async throws(PushStoreError) -> WebhookTable.Target? {
        try await read { try $0.webhooks.find(publisher) }
    }

    /// Retries one failed event, or all with the waiting events. Returns their number; nil without a webhook.
    func retryEvents(of publisher: PublisherID, _ id: String?, at now: UnixTime) async throws(PushStoreError) -> Int? {
        try await write { connection in
            guard try connection.webhooks.find(publisher) != nil else { return nil }
            let waiting = id == nil ? try connection.webhookEvents.hurry(of: publisher, at: now) : 0
            return try waiting + connection.webhookEvents.retry(of: publisher, id, at: now)
        }
    }

    // MARK: Events

    /// Queues events about finished notifications, and returns whether more may be left.
    func queueSentEvents(limit: Int, at now: UnixTime) async throws(PushStoreError) -> Bool {
        guard try await read({ try !$0.webhooks.undone(limit: 1, at: now).isEmpty }) else { return false }
        return try await write { connection in
            let numbers = try connection.webhooks.undone(limit: limit, at: now)
            for number in numbers {
                try connection.webhooks.setDone(number)
                guard let record = try connection.notifications.find(number)?.record, let publisher = record.publisher,
                    record.notification.announcement == nil
                else { continue }
                let event = BaliseWebhookEvent.whenSent(record, openTopics: openTopics, at: now)
                try self.queue(event, for: publisher, at: now, connection)
            }
            return numbers.count == limit
        }
    }

    /// Queues events about interactions and dead tokens, and returns whether more may be left.
    func queueGatheredEvents(limit: Int, at now: UnixTime) async throws(PushStoreError) -> Bool {
        let isNews = try await read { connection in
            let webhooks = connection.webhooks
            return try !webhooks.withNews(limit: 1).isEmpty || !webhooks.gone(from: CountRules.fewest).isEmpty
        }
        guard isNews else { return false }
        return try await write { connection in
            let webhooks = connection.webhooks
            for (publisher, count) in try webhooks.gone(from: CountRules.fewest) {
                try webhooks.setGoneReported(publisher)
                try self.queue(.whenGone(count, at: now), for: publisher, at: now, connection)
            }
            let news = try webhooks.withNews(limit: limit)
            for (number, reported) in news {
                let interactions = try connection.interactions.counts(of: number)
                let record = try connection.notifications.find(number)?.record
                let event = record.flatMap {
                    BaliseWebhookEvent.whenOpened($0, interactions, openTopics: openTopics, at: now)
                }
                let text = event.map { String(decoding: $0.data.json.bytes, as: UTF8.self) }
                if let event, let publisher = record?.publisher, text != reported {
                    try self.queue(event, for: publisher, at: now, connection)
                }
                try webhooks.setReported(number, text ?? reported)
            }
            return news.count == limit
        }
    }

    private func queue(
        _ event: BaliseWebhookEvent, for publisher: PublisherID, at now: UnixTime, _ connection: Connection
    ) throws(StorageError) {
        guard try connection.webhooks.find(publisher) != nil else { return }
        try connection.webhookEvents.insert(
            event.type, "msg_" + base64URL(random(16)), event.text, for: publisher, at: now)
    }

    // MARK: Posting

    func publishersWithEvents(at now: UnixTime) async throws(PushStoreError) -> [PublisherID] {
        try await read { try $0.webhookEvents.due(at: now) }
    }

    func nextEvent(
        of publisher: PublisherID, at now: UnixTime
    ) async throws(PushStoreError) -> (event: DueWebhookEvent, target: WebhookTable.Target)? {
        try await read { connection in
            guard try !connection.webhooks.isPaused(publisher), let target = try connection.webhooks.find(publisher),
                let event = try connection.webhookEvents.next(of: publisher, at: now)
            else { return nil }
            return (event, target)
        }
    }

    func recordPosted(
        _ event: DueWebhookEvent, _ delivery: WebhookDelivery, to publisher: PublisherID
    ) async throws(PushStoreError) {
        try await write { connection in
            try connection.webhookEvents.delete(event)
            try connection.webhooks.setDelivered(to: publisher, at: delivery.at)
            try self.keep(delivery, of: publisher, connection)
        }
    }

    /// Records an event that was not accepted for this reason. Without a `next` attempt the event has failed for good.
    func recordNotPosted(
        _ event: DueWebhookEvent, _ delivery: WebhookDelivery, _ reason: String, to publisher: PublisherID,
        next: UnixTime?
    ) async throws(PushStoreError) {
        try await write { connection in
            try connection.webhookEvents.setFailed(event, reason, next: next, at: delivery.at)
            try self.keep(delivery, of: publisher, connection)
        }
    }

    /// Records a test. It says nothing about events, so it does not count as the last accepted one.
    func recordTest(_ delivery: WebhookDelivery, to publisher: PublisherID) async throws(PushStoreError) {
        try await write { try self.keep(delivery, of: publisher, $0) }
    }

    /// Keeps an attempt, unless the webhook was removed meanwhile.
    private func keep(
        _ delivery: WebhookDelivery, of publisher: PublisherID, _ connection: Connection
    ) throws(StorageError) {
        guard try connection.webhooks.find(publisher) != nil else { return }
        try connection.webhookDeliveries.insert(delivery, of: publisher)
    }
}
