import Models
import Storage

extension PushStore {
    func record(
        _ interactions: [NotificationInteraction], of account: AccountID, at now: UnixTime
    ) async throws(PushStoreError) {
        try await write { connection in
            guard let recipient = try RecipientTable(connection: connection).number(of: account.text) else { return }
            let table = InteractionTable(connection: connection)
            for (id, group) in Dictionary(grouping: interactions, by: \.notification) {
                guard let notification = try table.notification(id) else { continue }
                let deliveries = try table.deliveries(of: notification.number, to: recipient)
                guard self.isSent(deliveries) else { continue }
                let isLate = deliveries.contains { $0.wasDeferred }
                var isNews = false
                for interaction in group {
                    guard let counted = notification.counted(interaction, at: now) else { continue }
                    if try table.insert(counted, by: recipient, later: isLate) { isNews = true }
                }
                if isNews { try WebhookTable(connection: connection).setNews(of: notification.number) }
            }
        }
    }

    /// One in flight counts: users can react before the provider's answer is stored.
    private func isSent(_ deliveries: [InteractionTable.Answered]) -> Bool {
        if deliveries.contains(where: \.isSent) { return true }
        return !inFlight.split(deliveries.map(\.number), number: \.self).inFlight.isEmpty
    }

    func interactions(
        with notification: Int64
    ) async throws(PushStoreError) -> [InteractionCount] {
        try await read { try InteractionTable(connection: $0).counts(of: notification) }
    }
}
