import Models
import Storage

extension AudienceStore {
    /// The number is never reused; nil for an unknown account.
    func recipient(of account: AccountID) async throws(PushStoreError) -> Int64? {
        try await read { try $0.recipients.number(of: account.text) }
    }

    func latestWithdrawal() async throws(PushStoreError) -> Int64 {
        try await read { try $0.recipients.latestWithdrawal() }
    }

    /// Read in portions, with the number for the next one; nil after the last.
    func audience(after number: Int64, limit: Int) async throws(PushStoreError) -> (rows: [AudienceRow], next: Int64?) {
        try await read { try AudienceRow.all(after: number, limit: limit, in: $0) }
    }

    func numbers(of accounts: [AccountID]) async throws(PushStoreError) -> [AccountID: Int64] {
        guard !accounts.isEmpty else { return [:] }
        return try await read { try $0.recipients.numbers(of: accounts) }
    }

    func audienceRow(of recipient: Int64) async throws(PushStoreError) -> AudienceRow? {
        try await read { connection in
            try AudienceRow.all(after: recipient - 1, limit: 1, in: connection).rows.first
                .flatMap { $0.recipient == recipient ? $0 : nil }
        }
    }

    func inquire(
        about account: AccountID, _ notification: NotificationID, askedBy: String, at now: UnixTime
    ) async throws(PushStoreError) {
        try await write { connection in
            guard let recipient = try connection.recipients.number(of: account.text) else { return }
            if let asked = try connection.inquiries.count(of: recipient, since: now.adding(seconds: -CountRules.day)),
                asked.count >= CountRules.inquiries
            {
                let end = asked.first.adding(seconds: CountRules.day)
                throw Refusal.tooManyInquiries(retryAfter: now.seconds(until: end))
            }
            try connection.inquiries.insert(recipient, notification, askedBy: askedBy, at: now)
        }
    }

    func inquiries(about account: AccountID, limit: Int) async throws(PushStoreError) -> [Inquiry] {
        try await read { connection in
            guard let recipient = try connection.recipients.number(of: account.text) else { return [] }
            return try connection.inquiries.all(of: recipient, limit: limit)
        }
    }
}

extension AudienceRow {
    static func all(after number: Int64, limit: Int, in connection: Connection) throws(StorageError) -> (
        rows: [AudienceRow], next: Int64?
    ) {
        let (rows, next) = try connection.recipients.all(after: number, limit: limit)
        let tokens = try connection.tokens.pushDevices(after: number, through: next ?? .max)
        return (
            rows.map { row in
                var row = row
                row.devices = tokens[row.recipient] ?? []
                row.member.pushDevices = row.devices.count
                return row
            }, next
        )
    }
}
