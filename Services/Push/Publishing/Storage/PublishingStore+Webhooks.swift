import BaliseAPI
import BaliseJSON
import Models
import Storage

extension PublishingStore {
    /// Earlier failed events are sent to the new address as well.
    func setWebhook(_ target: WebhookTable.Target, at now: UnixTime) async throws(PushStoreError) {
        try await write { try WebhookTable(connection: $0).set(target, at: now) }
    }

    func removeWebhook(of publisher: PublisherID) async throws(PushStoreError) -> Bool {
        try await write { connection in
            try WebhookEventTable(connection: connection).delete(of: publisher)
            return try WebhookTable(connection: connection).delete(of: publisher)
        }
    }

    func webhook(
        of publisher: PublisherID
    ) async throws(PushStoreError) -> GetWebhook.Reply? {
        try await read { connection in
            guard var status = try WebhookTable(connection: connection).status(of: publisher) else { return nil }
            let events = WebhookEventTable(connection: connection)
            status.waiting = try events.waiting(of: publisher)
            if let problem = try events.problem(of: publisher) {
                (status.problem, status.problemAt) = (problem.reason, problem.at)
                (status.attempts, status.nextAt) = (problem.attempts, problem.nextAt)
            }
            status.failures = try events.failures(of: publisher, limit: GetWebhook.maximumFailures)
            return status
        }
    }

    /// Failed events: all, with waiting ones at once, or one. Returns their number; nil without a webhook.
    func retryEvents(of publisher: PublisherID, _ id: String?, at now: UnixTime) async throws(PushStoreError) -> Int? {
        try await write { connection in
            guard try WebhookTable(connection: connection).find(publisher) != nil else { return nil }
            let events = WebhookEventTable(connection: connection)
            let waiting = id == nil ? try events.hurry(of: publisher, at: now) : 0
            return try waiting + events.retry(of: publisher, id, at: now)
        }
    }

    // MARK: Events

    /// Reports finished notifications; returns whether more may be left.
    func queueSentEvents(limit: Int, at now: UnixTime) async throws(PushStoreError) -> Bool {
        guard try await read({ try !WebhookTable(connection: $0).undone(limit: 1, at: now).isEmpty }) else {
            return false
        }
        return try await write { connection in
            let webhooks = WebhookTable(connection: connection)
            let numbers = try webhooks.undone(limit: limit, at: now)
            for number in numbers {
                try webhooks.setDone(number)
                guard let kept = try NotificationTable(connection: connection).find(number) else { continue }
                try self.queue(
                    .whenSent(kept.record, openTopics: openTopics, at: now), of: number, at: now, connection)
            }
            return numbers.count == limit
        }
    }

    /// Reports interactions and dead tokens; returns whether more may be left.
    func queueGatheredEvents(limit: Int, at now: UnixTime) async throws(PushStoreError) -> Bool {
        let isNews = try await read { connection in
            let webhooks = WebhookTable(connection: connection)
            return try !webhooks.withNews(limit: 1).isEmpty || !webhooks.gone(from: CountRules.fewest).isEmpty
        }
        guard isNews else { return false }
        return try await write { connection in
            let webhooks = WebhookTable(connection: connection)
            for (publisher, count) in try webhooks.gone(from: CountRules.fewest) {
                try webhooks.setGoneReported(publisher)
                try self.queue(.whenGone(count, at: now), for: publisher, at: now, connection)
            }
            let news = try webhooks.withNews(limit: limit)
            for (number, reported) in news {
                let interactions = try InteractionTable(connection: connection).counts(of: number)
                let kept = try NotificationTable(connection: connection).find(number)
                let event = kept.flatMap {
                    BaliseWebhookEvent.whenOpened($0.record, interactions, openTopics: openTopics, at: now)
                }
                let text = event.map { String(decoding: $0.data.json.bytes, as: UTF8.self) }
                if let event, text != reported { try self.queue(event, of: number, at: now, connection) }
                try webhooks.setReported(number, text ?? reported)
            }
            return news.count == limit
        }
    }

    private func queue(
        _ event: BaliseWebhookEvent, of notification: Int64, at now: UnixTime, _ connection: Connection
    ) throws(StorageError) {
        guard let publisher = try WebhookTable(connection: connection).publisher(of: notification) else { return }
        try queue(event, for: publisher, at: now, connection)
    }

    private func queue(
        _ event: BaliseWebhookEvent, for publisher: PublisherID, at now: UnixTime, _ connection: Connection
    ) throws(StorageError) {
        guard try WebhookTable(connection: connection).find(publisher) != nil else { return }
        try WebhookEventTable(connection: connection).insert(
            event.type, "msg_" + base64URL(random(16)), event.text, for: publisher, at: now)
    }

    // MARK: Posting

    func publishersWithEvents(at now: UnixTime) async throws(PushStoreError) -> [PublisherID] {
        try await read { try WebhookEventTable(connection: $0).due(at: now) }
    }

    func nextEvent(
        of publisher: PublisherID, at now: UnixTime
    ) async throws(PushStoreError) -> (event: DueWebhookEvent, target: WebhookTable.Target)? {
        try await read { connection in
            guard let target = try WebhookTable(connection: connection).find(publisher),
                let event = try WebhookEventTable(connection: connection).next(of: publisher, at: now)
            else { return nil }
            return (event, target)
        }
    }

    func recordPosted(
        _ event: DueWebhookEvent, to publisher: PublisherID, at now: UnixTime
    ) async throws(PushStoreError) {
        try await write { connection in
            try WebhookEventTable(connection: connection).delete(event)
            try WebhookTable(connection: connection).setDelivered(to: publisher, at: now)
        }
    }

    func recordNotPosted(
        _ event: DueWebhookEvent, _ reason: String, next: UnixTime?, at now: UnixTime
    ) async throws(PushStoreError) {
        try await write { connection in
            try WebhookEventTable(connection: connection).setFailed(
                event, reason, next: next, at: now)
        }
    }
}
