import Models
import Storage

extension PushStore {
    func told(
        _ recipient: Int64, of notification: Int64
    ) async throws(PushStoreError) -> (figures: ResolvedRecipient?, deliveries: [DeliveryRecord])? {
        try await read { connection in
            let figures = try InboxTable(connection: connection).figures(of: recipient, notification)
            let deliveries = try DeliveryTable(connection: connection).records(of: recipient, notification)
            return figures == nil && deliveries.isEmpty ? nil : (figures, deliveries)
        }
    }

    /// Throws `tooManyInquiries`.
    func inquire(
        about account: AccountID, _ notification: NotificationID, askedBy: String, at now: UnixTime
    ) async throws(PushStoreError) {
        try await write { connection in
            guard let recipient = try RecipientTable(connection: connection).number(of: account.text) else { return }
            let table = InquiryTable(connection: connection)
            if let asked = try table.count(of: recipient, since: now.adding(seconds: -CountRules.day)),
                asked.count >= CountRules.inquiries
            {
                let end = asked.first.adding(seconds: CountRules.day)
                throw Refusal.tooManyInquiries(retryAfter: now.seconds(until: end))
            }
            try table.insert(recipient, notification, askedBy: askedBy, at: now)
        }
    }

    /// Latest first.
    func inquiries(
        about account: AccountID, limit: Int
    ) async throws(PushStoreError) -> [Inquiry] {
        try await read { connection in
            guard let recipient = try RecipientTable(connection: connection).number(of: account.text) else { return [] }
            return try InquiryTable(connection: connection).all(of: recipient, limit: limit)
        }
    }
}
