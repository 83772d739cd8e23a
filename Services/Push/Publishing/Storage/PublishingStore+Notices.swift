import Foundation
import Models
import Storage

extension PublishingStore {
    /// Queues a test for an account's push devices, or for one of them. Without devices the result is empty. Throws
    /// `tooManyTests`. Throws `mutedForTest` if all these devices are muted: the test would be suppressed, and the
    /// caller would wait in vain.
    func sendTest(
        _ notification: OutgoingNotification, as id: NotificationID, for account: AccountID,
        to token: PushTokenID? = nil,
        at now: UnixTime
    ) async throws(PushStoreError) -> [DeliveryRecord] {
        let ids = DeliveryIDs(key: random(16))
        return try await write { connection in
            guard let recipient = try connection.recipients.number(of: account.text) else { return [] }
            let isMeant: SQL? = token.map { "token.id = \($0) AND token.purpose = 'alert'" }
            if let isMeant {
                guard
                    try connection.exists("SELECT 1 FROM token WHERE token.recipient = \(recipient) AND \(isMeant)")
                else { return [] }
            } else if try connection.tokens.reachable(of: recipient).isEmpty {
                return []
            }
            let table = connection.notifications
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
            let deliveries = connection.deliveries
            let number = try table.insert(notification, as: id, from: .test(recipient), .deciding, ids, at: now)
            try table.setDecided(number, recipients: 1, .deciding, at: now)
            try enter(try deliveries.insert(number, for: recipient, to: isMeant, at: now), of: number, connection)
            try table.finishQueueing(number)
            return try deliveries.records(of: recipient, number)
        }
    }

    /// The time zone of an account: that of the quiet hours, else that of the last registered push device.
    func timeZone(of account: AccountID) async throws(PushStoreError) -> TimeZone? {
        let name = try await read { connection -> String? in
            guard let recipient = try connection.recipients.number(of: account.text) else { return nil }
            return try connection.tokens.timeZones(of: [recipient])[recipient]
        }
        return name.flatMap { TimeZone(identifier: $0) }
    }

    /// Queues the notice of a sign-in for the account's push devices, except those of the new session. Returns false if
    /// the notice was queued before, or without such a device.
    func tellOfSignIn(
        _ content: NotificationContent, as id: NotificationID, to account: AccountID, except session: SessionID,
        at now: UnixTime
    ) async throws(PushStoreError) -> Bool {
        let ids = DeliveryIDs(key: random(16))
        return try await write { connection in
            let tokens = connection.tokens
            let table = connection.notifications
            guard let recipient = try connection.recipients.number(of: account.text),
                try tokens.isReached(recipient, except: session), try !table.contains(id)
            else { return false }
            let notice = OutgoingNotification(
                kind: SignInContent.kind, audience: .accounts([account]), content: content)
            let number = try table.insert(notice, as: id, from: .signIn(session, recipient), .deciding, ids, at: now)
            try table.setDecided(number, recipients: 1, .deciding, at: now)
            let added = try connection.deliveries.insert(
                number, for: recipient, to: TokenTable.others(than: session, of: recipient), at: now)
            try enter(added, of: number, connection)
            try table.finishQueueing(number)
            return true
        }
    }

    /// Queues a notice for all push devices of the account. Returns false if the notice was queued before, or if the
    /// account has no push device.
    func tell(
        _ account: AccountID, by content: NotificationContent, kind: String, as id: NotificationID, at now: UnixTime
    ) async throws(PushStoreError) -> Bool {
        let ids = DeliveryIDs(key: random(16))
        return try await write { connection -> Bool in
            let table = connection.notifications
            guard let recipient = try connection.recipients.number(of: account.text),
                try !connection.tokens.reachable(of: recipient).isEmpty, try !table.contains(id)
            else { return false }
            let notice = OutgoingNotification(
                kind: kind, audience: .accounts([account]), content: content)
            let number = try table.insert(notice, as: id, from: .ownNotice(recipient), .deciding, ids, at: now)
            try table.setDecided(number, recipients: 1, .deciding, at: now)
            try enter(try connection.deliveries.insert(number, for: recipient, at: now), of: number, connection)
            try table.finishQueueing(number)
            return true
        }
    }

    /// Queues each notice for the push devices that it is meant to wake. Returns the number of pushes.
    func wake(
        _ account: AccountID, by notices: [(id: NotificationID, content: NotificationContent)], at now: UnixTime
    ) async throws(PushStoreError) -> Int {
        let keys = notices.map { _ in DeliveryIDs(key: random(16)) }
        return try await write { connection -> Int in
            guard let recipient = try connection.recipients.number(of: account.text) else { return 0 }
            let table = connection.notifications
            var count = 0
            for (notice, ids) in zip(notices, keys) {
                let woken = TokenTable.woken(by: notice.content.purpose)
                guard
                    try connection.exists(
                        "SELECT 1 FROM token WHERE token.recipient = \(recipient) AND \(woken) LIMIT 1")
                else { continue }
                let notification = OutgoingNotification(
                    kind: PlaceQuestionContent.kind, audience: .accounts([account]), content: notice.content)
                let number = try table.insert(
                    notification, as: notice.id, from: .ownNotice(recipient), .deciding, ids, at: now)
                try table.setDecided(number, recipients: 1, .deciding, at: now)
                let added = try connection.deliveries.insert(number, for: recipient, to: woken, at: now)
                try enter(added, of: number, connection)
                try table.finishQueueing(number)
                count += added?.count ?? 0
            }
            return count
        }
    }
}

extension TokenTable {
    /// The condition for tokens. A push device with a token for location pushes gets no background push.
    fileprivate static func woken(by purpose: PushPurpose) -> SQL {
        guard purpose == .location else {
            return """
                token.is_chosen = 1 AND token.is_muted = 0 AND NOT EXISTS (SELECT 1 FROM token AS own \
                WHERE own.recipient = token.recipient AND own.purpose = 'location' AND own.is_muted = 0 \
                AND own.push_device = token.push_device)
                """
        }
        return "token.purpose = 'location' AND token.is_muted = 0"
    }

    static func others(than session: SessionID, of recipient: Int64) -> SQL {
        """
        token.is_chosen = 1 AND token.session <> \(session) AND NOT EXISTS (SELECT 1 FROM token AS own \
        WHERE own.session = \(session) AND own.recipient = \(recipient) AND own.push_device = token.push_device)
        """
    }

    fileprivate func isReached(_ recipient: Int64, except session: SessionID) throws(StorageError) -> Bool {
        try connection.exists(
            """
            SELECT 1 FROM token WHERE token.recipient = \(recipient) \
            AND \(TokenTable.others(than: session, of: recipient)) LIMIT 1
            """)
    }
}

extension NotificationTable {
    fileprivate func contains(_ id: NotificationID) throws(StorageError) -> Bool {
        try connection.exists("SELECT 1 FROM notification WHERE id = \(id)")
    }
}
