import Models
import Storage

extension PublishingStore {
    func sentGroups(of notification: Int64) async throws(PushStoreError) -> [SentGroup] {
        try await read { connection in
            guard let numbers = try connection.notifications.deliveries(of: notification) else { return [] }
            return try connection.deliveries.sent(of: notification, in: numbers)
        }
    }

    func reasons(of notification: Int64) async throws(PushStoreError) -> [DeliveryReasonCount] {
        try await read { connection in
            guard let numbers = try connection.notifications.deliveries(of: notification) else { return [] }
            return try connection.deliveries.reasons(of: notification, in: numbers)
        }
    }

    /// Returns a page of results after `number`, with the number for the next page; nil after the last page. Records an
    /// inquiry with each recipient, once a day for each caller.
    func results(
        of notification: KeptNotification, after number: Int64, askedBy: String, at now: UnixTime
    ) async throws(PushStoreError) -> ListResults.Reply {
        try await write { connection in
            guard let numbers = try connection.notifications.deliveries(of: notification.number),
                number < numbers.upperBound
            else { return ListResults.Reply(results: []) }
            let rest = max(numbers.lowerBound, number + 1)...numbers.upperBound
            let rows = try connection.deliveries.results(of: notification.number, in: rest, limit: ListResults.maximum)
            for recipient in Set(rows.map(\.recipient)) {
                try connection.inquiries.insertUnlessKept(
                    recipient, notification.record.id, askedBy: askedBy, at: now,
                    since: now.adding(seconds: -CountRules.day))
            }
            return ListResults.Reply(
                results: rows.map(\.result), next: rows.count < ListResults.maximum ? nil : rows.last?.number)
        }
    }

    // MARK: Interactions

    func record(
        _ interactions: [NotificationInteraction], of account: AccountID, at now: UnixTime
    ) async throws(PushStoreError) {
        try await write { connection in
            guard let recipient = try connection.recipients.number(of: account.text) else { return }
            for (id, group) in Dictionary(grouping: interactions, by: \.notification) {
                guard let kept = try connection.notifications.find(own: id.text, of: nil, among: .others) else {
                    continue
                }
                let deliveries = try connection.interactions.deliveries(of: kept.number, to: recipient)
                guard self.isSent(deliveries) else { continue }
                let isLate = deliveries.contains { $0.wasDeferred }
                var isNews = false
                for interaction in group {
                    guard
                        let counted = kept.record.notification.content.counted(
                            interaction, with: kept.number, beginsAt: kept.firstBegin, at: now)
                    else { continue }
                    if try connection.interactions.insert(counted, by: recipient, later: isLate) { isNews = true }
                }
                if isNews { try connection.webhooks.setNews(of: kept.number) }
            }
        }
    }

    /// Whether one of the deliveries was sent. One in flight counts: users react before it is stored.
    private func isSent(_ deliveries: [InteractionTable.Answered]) -> Bool {
        if deliveries.contains(where: \.isSent) { return true }
        return !inFlight.split(deliveries.map(\.number), number: \.self).inFlight.isEmpty
    }

    func interactions(with notification: Int64) async throws(PushStoreError) -> [InteractionCount] {
        try await read { try $0.interactions.counts(of: notification) }
    }
}
