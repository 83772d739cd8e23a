import Models
import Storage

extension PushStore {
    /// For all push devices of an account, or one; an empty result without any. Throws `tooManyTests`, and `mutedForTest`
    /// if all are muted: the test would be suppressed, and the caller would wait in vain.
    func sendTest(
        _ notification: OutgoingNotification, as id: NotificationID, for account: AccountID,
        to token: PushTokenID? = nil,
        at now: UnixTime
    ) async throws(PushStoreError) -> [DeliveryRecord] {
        let ids = DeliveryIDs(key: random(16))
        return try await write { connection in
            guard let recipient = try RecipientTable(connection: connection).number(of: account.text) else { return [] }
            let isMeant: SQL? = token.map { "token.id = \($0) AND token.purpose = 'alert'" }
            if let isMeant {
                guard
                    try connection.exists("SELECT 1 FROM token WHERE token.recipient = \(recipient) AND \(isMeant)")
                else { return [] }
            } else if try TokenTable(connection: connection).reachable(of: recipient).isEmpty {
                return []
            }
            let table = NotificationTable(connection: connection)
            if let first = try table.firstTest(
                by: recipient, since: now.adding(seconds: -TestRules.span), ifAtLeast: TestRules.maximum)
            {
                throw Refusal.tooManyTests(retryAfter: now.seconds(until: first.adding(seconds: TestRules.span)))
            }
            guard
                try connection.exists(
                    """
                    SELECT 1 FROM token WHERE token.recipient = \(recipient) AND token.is_muted = 0 \
                    AND \(isMeant ?? "token.is_chosen = 1")
                    """)
            else { throw Refusal.mutedForTest(isOne: token != nil) }
            let deliveries = DeliveryTable(connection: connection)
            let number = try table.insert(notification, as: id, from: .test(recipient), .deciding, ids, at: now)
            try table.setResolved(number, recipients: 1, .deciding, at: now)
            try enter(try deliveries.insert(number, for: recipient, to: isMeant, at: now), of: number, connection)
            try table.finishQueueing(number)
            return try deliveries.records(of: recipient, number)
        }
    }
}
