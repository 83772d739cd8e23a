import Models
import Storage

extension PushStore {
    func sentGroups(of notification: Int64) async throws(PushStoreError) -> [SentGroup] {
        try await read { connection in
            guard let numbers = try NotificationTable(connection: connection).deliveries(of: notification) else {
                return []
            }
            return try ResultTable(connection: connection).sent(of: notification, in: numbers)
        }
    }

    /// After `number`, with the number for the next page; nil after the last. Records an inquiry with each recipient, once
    /// a day per caller.
    func results(
        of notification: KeptNotification, after number: Int64, askedBy: String, at now: UnixTime
    ) async throws(PushStoreError) -> ListResults.Reply {
        try await write { connection in
            guard let numbers = try NotificationTable(connection: connection).deliveries(of: notification.number),
                number < numbers.upperBound
            else { return ListResults.Reply(results: []) }
            let rest = max(numbers.lowerBound, number + 1)...numbers.upperBound
            let rows = try ResultTable(connection: connection).page(
                of: notification.number, in: rest, limit: ListResults.maximum)
            let inquiries = InquiryTable(connection: connection)
            for recipient in Set(rows.map(\.recipient)) {
                try inquiries.insertUnlessKept(
                    recipient, notification.record.id, askedBy: askedBy, at: now,
                    since: now.adding(seconds: -CountRules.day))
            }
            return ListResults.Reply(
                results: rows.map(\.result), next: rows.count < ListResults.maximum ? nil : rows.last?.number)
        }
    }
}
