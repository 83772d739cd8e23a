import CBOR
import Models
import Storage

extension PushStore {
    /// Queues the notice of a sign-in for the account's push devices, except those of the new session. Returns false if
    /// it was queued before, or without any device.
    func tellOfSignIn(
        _ content: NotificationContent, as id: NotificationID, to account: AccountID, except session: SessionID,
        at now: UnixTime
    ) async throws(PushStoreError) -> Bool {
        let ids = DeliveryIDs(key: random(16))
        return try await write { connection in
            let tokens = TokenTable(connection: connection)
            let announcements = AnnouncementTable(connection: connection)
            guard let recipient = try RecipientTable(connection: connection).number(of: account.text),
                try tokens.isReached(recipient, except: session), try !announcements.contains(id)
            else { return false }
            let number = try NotificationTable(connection: connection)
                .insertNotice(content, of: session, to: recipient, account, as: id, ids, at: now)
            try announcements.setResolved(number, recipients: 1, .deciding, at: now)
            let added = try DeliveryTable(connection: connection)
                .insert(number, for: recipient, to: TokenTable.others(than: session, of: recipient), at: now)
            try enter(added, of: number, connection)
            try announcements.finishQueueing(number)
            return true
        }
    }
}

extension TokenTable {
    /// A condition on `token`: it shows notifications and does not belong to `session`.
    static func others(than session: SessionID, of recipient: Int64) -> SQL {
        """
        token.is_chosen = 1 AND token.session <> \(session) AND NOT EXISTS (SELECT 1 FROM token AS own \
        WHERE own.session = \(session) AND own.recipient = \(recipient) AND own.push_device = token.push_device)
        """
    }

    /// Whether an account has a push device of another session.
    fileprivate func isReached(_ recipient: Int64, except session: SessionID) throws(StorageError) -> Bool {
        try connection.exists(
            """
            SELECT 1 FROM token WHERE token.recipient = \(recipient) \
            AND \(TokenTable.others(than: session, of: recipient)) LIMIT 1
            """)
    }
}

extension AnnouncementTable {
    fileprivate func contains(_ id: NotificationID) throws(StorageError) -> Bool {
        try connection.exists("SELECT 1 FROM announcement WHERE id = \(id)")
    }
}

extension NotificationTable {
    /// Like a test, this row belongs to its user and is deleted with the account. Its subject is the new session, so
    /// that a token that moves to this session receives no notice.
    fileprivate func insertNotice(
        _ content: NotificationContent, of session: SessionID, to recipient: Int64, _ account: AccountID,
        as id: NotificationID, _ ids: DeliveryIDs, at now: UnixTime
    ) throws -> Int64 {
        let text = NotificationReading.text(of: content, for: nil)
        let (audience, kept) = try (
            CBOREncoder().encode(AudienceExpression.accounts([account])), CBOREncoder().encode(content)
        )
        return try connection.insert(
            """
            INSERT INTO announcement (id, tested_by, type, subject, is_subject_number, title, body, latitude, \
            longitude, created_at, begins_at, ends_at, state, delivery_key, kind, audience, content, is_placed, \
            is_silent) \
            VALUES (\(id), \(recipient), 'NOTIFICATION', \(session.text), 0, \(text.title), \(text.body), 0, 0, \
            \(now), \(now), \(content.end(from: now)), \(NotificationState.deciding), \(ids.key), \
            \(SignInContent.kind), \(audience), \(kept), 0, 0) \
            RETURNING number
            """)
    }
}
