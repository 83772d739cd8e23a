import Models
import Storage

/// A message that only this process may send, until its claim ends.
struct ClaimedMessage: Sendable {
    let id: String
    let account: AccountID
    let kind: MessageKind
    let sealed: [UInt8]
    let createdAt: UnixTime
    let expiresAt: UnixTime?
    /// The number of tries, including this one. The number distinguishes this claim from later claims.
    let tries: Int
}

struct MessageStatus: Hashable, Sendable {
    var waiting = 0
    /// The messages that failed and wait: their number, the creation time of the oldest message, and its last error.
    var failing = 0
    var failingSince: UnixTime?
    var failingCause: String?
    /// The number of messages that were given up recently, with the time and cause of the last message.
    var dead = 0
    var lastDeadAt: UnixTime?
    var lastDeadCause: String?
}

extension IdentityStore {
    /// Claims due messages for this process, in the order in which they became due. When a claim ends, other processes
    /// can claim its message.
    func claimMessages(limit: Int, at now: UnixTime) async throws(IdentityStoreError) -> [ClaimedMessage] {
        let unclaimed: SQL = "(claimed_until IS NULL OR claimed_until <= \(now))"
        // Usually no message is due, so this read avoids a write.
        let isDue = try await read {
            try $0.exists("SELECT 1 FROM personal_message WHERE due_at <= \(now) AND \(unclaimed) LIMIT 1")
        }
        guard isDue else { return [] }
        return try await write(on: .messages) { connection in
            let due = try connection.all(
                """
                SELECT m.id, a.id AS owner, m.kind, m.sealed, m.created_at, m.expires_at, m.tries + 1 AS tries \
                FROM personal_message m JOIN account a ON a.number = m.account WHERE m.due_at <= \(now) \
                AND \(unclaimed) ORDER BY m.due_at
                """, limit: limit, ClaimedMessage.init)
            let end = now.adding(seconds: MessageRetries.claimSeconds)
            for message in due {
                try connection.run(
                    """
                    UPDATE personal_message SET claimed_until = \(end), tries = \(message.tries) \
                    WHERE id = \(message.id)
                    """)
            }
            return due
        }
    }

    /// Deletes a sent message. Returns whether it existed: the account may have been erased since.
    func removeMessage(_ message: ClaimedMessage) async throws(IdentityStoreError) -> Bool {
        try await write(on: .messages) {
            try $0.run("DELETE FROM personal_message WHERE id = \(message.id)") > 0
        }
    }

    /// Schedules the next try of a message, unless another process has claimed it since.
    func delayMessage(_ message: ClaimedMessage, until due: UnixTime, cause: String?) async throws(IdentityStoreError) {
        try await write(on: .messages) {
            _ = try $0.run(
                """
                UPDATE personal_message SET due_at = \(due), claimed_until = NULL, cause = \(cause) \
                WHERE id = \(message.id) AND tries = \(message.tries)
                """)
        }
    }

    /// Gives a message up and deletes its content. Returns false if it was deleted or another process has claimed it.
    func giveUpMessage(
        _ message: ClaimedMessage, cause: String, at now: UnixTime
    ) async throws(IdentityStoreError) -> Bool {
        try await write(on: .messages) {
            try $0.run(
                """
                UPDATE personal_message SET failed_at = \(now), cause = \(cause), sealed = NULL, due_at = NULL, \
                claimed_until = NULL WHERE id = \(message.id) AND tries = \(message.tries)
                """) > 0
        }
    }

    /// Ends the claims of an earlier process. Call it only if no other process can be running.
    func releaseMessages() async throws(IdentityStoreError) {
        try await write(on: .messages) {
            _ = try $0.run("UPDATE personal_message SET claimed_until = NULL WHERE claimed_until IS NOT NULL")
        }
    }

    func hasAccount(_ account: AccountID) async throws(IdentityStoreError) -> Bool {
        try await read { try $0.accounts.find(account) != nil }
    }

    func messageStatus() async throws(IdentityStoreError) -> MessageStatus { try await read { try MessageStatus($0) } }
}

struct PersonalMessageTable {
    static let table: SQL = """
        CREATE TABLE personal_message (
            id TEXT PRIMARY KEY NOT NULL,
            -- With its account a message goes, also where a program erases it that does not know of messages.
            account INTEGER NOT NULL REFERENCES account (number) ON DELETE CASCADE,
            kind TEXT NOT NULL,
            -- Address, token and languages, under a secret that is not in the database. NULL once it was given up.
            sealed BLOB,
            created_at INTEGER NOT NULL,
            expires_at INTEGER,
            tries INTEGER NOT NULL,
            -- When it is tried next. NULL once it was given up.
            due_at INTEGER,
            -- Until then one process has it for itself.
            claimed_until INTEGER,
            failed_at INTEGER,
            -- Why the latest try failed.
            cause TEXT
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX personal_message_by_account ON personal_message (account);
        CREATE INDEX personal_message_by_due ON personal_message (due_at);
        CREATE INDEX personal_message_by_failure ON personal_message (failed_at);
        """

    let connection: Connection

    /// Queues a message in the language and the time zone of its account.
    func insert(_ draft: MessageDraft, for row: AccountRow?, to address: Personal<String>, at now: UnixTime) throws {
        let details = row?.profile.details
        try insert(draft, of: row?.number, to: address, in: details?.locale, zone: details?.timeZone, at: now)
    }

    func contains(_ id: String) throws(StorageError) -> Bool {
        try connection.exists("SELECT 1 FROM personal_message WHERE id = \(id)")
    }

    /// Queues a message. A message with an expiry replaces a waiting message of its kind, because its token has
    /// replaced the earlier token. Without an account the same statements run without effect.
    func insert(
        _ draft: MessageDraft, of number: Int64?, to address: Personal<String>, in language: String?,
        zone: String? = nil, at now: UnixTime
    ) throws {
        // No account has the number 0.
        let number = number ?? 0
        if draft.expiresAt != nil { try delete(draft.kind, of: number) }
        try connection.run(
            """
            INSERT INTO personal_message (id, account, kind, sealed, created_at, expires_at, tries, due_at) \
            SELECT \(draft.id), number, \(draft.kind), \(try draft.sealed(to: address, in: language, zone: zone)), \
            \(now), \(draft.expiresAt), 0, \(now) FROM account WHERE number = \(number)
            """)
    }

    func delete(_ kind: MessageKind, of number: Int64) throws(StorageError) {
        try connection.run(
            "DELETE FROM personal_message WHERE account = \(number) AND kind = \(kind) AND failed_at IS NULL")
    }
}

extension ClaimedMessage {
    fileprivate init(_ row: borrowing Row) throws(StorageError) {
        try self.init(
            id: row["id"], account: row["owner"], kind: row["kind"], sealed: row["sealed"],
            createdAt: row["created_at"], expiresAt: row["expires_at"], tries: row["tries"])
    }
}

extension MessageStatus {
    fileprivate init(_ connection: Connection) throws(StorageError) {
        self.init()
        let messages = try connection.first(
            """
            SELECT count(due_at) AS waiting, count(CASE WHEN due_at IS NOT NULL THEN cause END) AS failing, \
            min(CASE WHEN due_at IS NOT NULL AND cause IS NOT NULL THEN created_at END) AS failing_since, \
            count(failed_at) AS dead, max(failed_at) AS last_dead_at FROM personal_message
            """
        ) { row throws(StorageError) in
            try MessageStatus(
                waiting: row["waiting"], failing: row["failing"], failingSince: row["failing_since"],
                dead: row["dead"], lastDeadAt: row["last_dead_at"])
        }
        if let messages { self = messages }
        if failing > 0 {
            failingCause = try connection.value(
                """
                SELECT cause FROM personal_message WHERE due_at IS NOT NULL AND cause IS NOT NULL ORDER BY created_at \
                LIMIT 1
                """)
        }
        if dead > 0 {
            lastDeadCause = try connection.value(
                "SELECT cause FROM personal_message WHERE failed_at IS NOT NULL ORDER BY failed_at DESC LIMIT 1")
        }
    }
}
