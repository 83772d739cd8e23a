import Foundation
import Models
import Storage

extension PublishingStore {
    /// Stores a series. A series with the same meaning keeps its next begin. Throws `tooManySeries`. `plan` is for the
    /// check of each notification at its begin; `next` is nil without a further begin.
    func setSeries(
        _ name: String, of publisher: PublisherID, to series: NotificationSeries, _ plan: NotificationPlan,
        next: UnixTime?, at now: UnixTime
    ) async throws(PushStoreError) -> SeriesRecord {
        try await write { connection in
            let table = connection.series
            let kept = try table.find(name, of: publisher)
            guard try kept != nil || table.count(of: publisher) < NotificationSeries.maximumOfPublisher else {
                throw Refusal.tooManySeries
            }
            var record = SeriesRecord(name: name, series: series, changedAt: now, nextAt: next)
            if let kept, try kept.record.series.fingerprint == series.fingerprint {
                record.changedAt = kept.record.changedAt
                record.nextAt = kept.record.nextAt ?? next
            }
            try table.set(record, of: publisher, plan, at: now)
            return record
        }
    }

    func series(_ name: String, of publisher: PublisherID) async throws(PushStoreError) -> SeriesRecord? {
        try await read { try $0.series.find(name, of: publisher)?.record }
    }

    func allSeries(
        of publisher: PublisherID, after name: String?, limit: Int
    ) async throws(PushStoreError) -> [SeriesRecord] {
        try await read { try $0.series.all(of: publisher, after: name, limit: limit).map(\.record) }
    }

    func allSeries(
        after last: (publisher: PublisherID, name: String)?, limit: Int
    ) async throws(PushStoreError) -> [SeriesRecord] {
        try await read { connection in
            try connection.series.all(after: last, limit: limit).map { kept in
                var record = kept.record
                record.publisher = kept.publisher
                return record
            }
        }
    }

    func endSeries(_ name: String, of publisher: PublisherID) async throws(PushStoreError) -> Bool {
        try await write { try $0.series.delete(name, of: publisher) }
    }

    /// Creates the notifications of series that are due, and returns whether more may be due. Missed begins merge.
    func beginSeries(limit: Int, at now: UnixTime) async throws(PushStoreError) -> Bool {
        let due = try await read { try $0.series.due(at: now, limit: limit) }
        for series in due { try await begin(series, at: now) }
        return due.count == limit
    }

    private func begin(_ found: KeptSeries, at now: UnixTime) async throws(PushStoreError) {
        let (ids, id) = (DeliveryIDs(key: random(16)), NotificationID(opaqueIDText(random(16))))
        try await write { connection in
            let table = connection.series
            // The series may have been changed or ended since it was read.
            guard let kept = try table.find(found.record.name, of: found.publisher), let next = kept.record.nextAt,
                next <= now, let id
            else { return }
            // The API key was revoked while the series was being created.
            guard try !connection.notificationPlans.isRevoked(kept.plan.apiKey) else {
                return try table.setNext(kept.number, nil, at: now)
            }
            let series = kept.record.series
            let recurrence = Recurrence(series)
            let latest = recurrence?.latest(from: next, until: now) ?? next
            try table.setNext(kept.number, recurrence?.next(after: now), at: now)
            let notification = OutgoingNotification(
                kind: series.kind, audience: series.audience, content: series.content, startsAt: latest)
            // The notification is checked at its begin, like a scheduled notification.
            let number = try connection.notifications.insert(
                notification, as: id, from: .publisher(kept.publisher, series: kept.record.name), .scheduled, ids,
                at: now)
            try connection.namedRecipients.set(series.audience, of: number)
            try connection.webhooks.follow(number, of: kept.publisher)
            try connection.notificationPlans.set(kept.plan, of: number)
            guard !kept.plan.isOperator, let place = series.audience.place else { return }
            do {
                try self.bound(kept.publisher, at: place, beginning: now, at: now, except: number, connection)
            } catch let refusal as Refusal {
                try connection.notifications.setRefused(number, because: refusal.answer.message)
                try connection.notificationPlans.delete(of: number)
            }
        }
    }
}

extension Recurrence {
    /// Makes the recurrence of a series; nil if the rule or the time zone is no longer known.
    init?(_ series: NotificationSeries) {
        guard let rule = try? RecurrenceRule(series.rule), let zone = ZoneDatabase.system.rules(of: series.timeZone)
        else { return nil }
        self.init(rule: rule, start: series.start, zone: zone)
    }
}
