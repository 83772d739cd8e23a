import Models
import Storage

enum SessionSchema {
    /// The ended credentials, for services that cache them. Tombstones only.
    static let credentials = FeedTable(CredentialChange.feed)

    /// Append only.
    static let migrations = [
        Migration("create sessions") { connection in
            try connection.execute(createSessions)
            try credentials.create(in: connection)
            try FeedCursorTable.create(in: connection)
        },
        Migration("keep tokens of Apple", sql: createAppleTokens),
        Migration("let sessions show the tokens of identity providers", sql: IssuedSchema.create),
        Migration("let keys share a publisher", sql: "ALTER TABLE api_key ADD COLUMN publisher TEXT"),
        Migration("find sessions of nobody in particular", sql: createAnonymousIndex),
        Migration("tell an answer that was lost from one that was stolen", sql: addRotationUse),
        Migration("take identity tokens once", sql: createSpentTokens),
        Migration("notice erased accounts that come back", sql: addReturns),
        Migration(
            "name the method of a sign-in as the code does",
            sql: "ALTER TABLE session RENAME COLUMN door TO sign_in_method"),
        Migration("know the secret of the sessions", sql: SecretCheck.table),
        Migration("report what was erased", sql: ErasureReportTable.table),
        Migration("keep an audit log", sql: auditLog),
        Migration("find the ended sessions of an account", sql: createEndedIndex),
        Migration("know the clients of accounts", sql: KnownClientTable.table),
        Migration("limit what keys publish", sql: limitKeys),
        Migration("tell push devices of sign-ins", sql: KnownClientTable.pushedNotices),
        Migration("keep security events", sql: SecurityEventTable.table),
        Migration("keep passkeys of API keys", sql: APIKeyPasskeyTable.table),
        Migration("note acts of operators", sql: PerformedActTable.table),
        Migration("settle acts of operators", sql: BegunActTable.table),
        Migration("keep tokens of Apple for each client", sql: appleClients),
        Migration(
            "keep accounts of Apple when their app moves",
            sql: "\(AppleAliasTable.table)\n\(AppleAliasTable.prepared)"),
        Migration(
            "end sessions with the link by which they began",
            sql: "ALTER TABLE account ADD COLUMN provider_sessions_end_before INTEGER"),
        Migration(
            "end all sessions but one", sql: "ALTER TABLE account ADD COLUMN kept_session TEXT"),
    ]

    /// An account has a token for each app and web page; the index was unique before.
    private static let appleClients: SQL = """
        ALTER TABLE apple_token ADD COLUMN client_id TEXT;
        DROP INDEX apple_token_by_account;
        CREATE INDEX apple_token_by_account ON apple_token (account) WHERE revoke_at IS NULL;
        """

    /// Names separated by commas; NULL for a key without limits.
    private static let limitKeys: SQL = """
        ALTER TABLE api_key ADD COLUMN kinds TEXT;
        ALTER TABLE api_key ADD COLUMN topics TEXT;
        ALTER TABLE api_key ADD COLUMN per_minute INTEGER;
        """

    /// For exports. Living sessions are in `session_by_account`.
    private static let createEndedIndex: SQL = """
        CREATE INDEX ended_session_by_account ON session (account) WHERE ended_at IS NOT NULL;
        """

    /// The actions of operators. Rows are only ever added, with consecutive numbers and a hash over the previous row
    /// (`AuditChain`).
    static let auditLog: SQL = """
        CREATE TABLE audit_entry (
            number INTEGER PRIMARY KEY CHECK (number > 0),
            at INTEGER NOT NULL,
            credential TEXT NOT NULL,
            api_key TEXT,
            api_key_name TEXT,
            call TEXT NOT NULL,
            account TEXT,
            subject_key TEXT,
            outcome TEXT NOT NULL,
            request TEXT NOT NULL,
            hash BLOB NOT NULL
        ) STRICT;
        CREATE INDEX audit_entry_of_account ON audit_entry (account, number) WHERE account IS NOT NULL;
        """

    /// The time when a restarted feed contained an account that was erased before.
    private static let addReturns: SQL = """
        ALTER TABLE account ADD COLUMN returned_at INTEGER;
        CREATE INDEX account_by_return ON account (returned_at) WHERE returned_at IS NOT NULL;
        """

    private static let createAnonymousIndex: SQL = """
        CREATE INDEX session_of_nobody ON session (account) WHERE door = 'anonymous' AND ended_at IS NOT NULL;
        """

    /// It is unknown whether answers from before this migration have arrived; they are treated as arrived.
    private static let addRotationUse: SQL = """
        ALTER TABLE session ADD COLUMN rotation_used INTEGER NOT NULL DEFAULT 1 CHECK (rotation_used IN (0, 1));
        """

    /// Used identity tokens, by their names (`IssuedNaming.spent`), until they expire.
    private static let createSpentTokens: SQL = """
        CREATE TABLE spent_token (
            number INTEGER PRIMARY KEY,
            name BLOB NOT NULL UNIQUE,
            spent_at INTEGER NOT NULL,
            kept_until INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX spent_token_by_end ON spent_token (kept_until);
        """

    /// `revoke_at` is the time of the next revocation attempt; NULL while the account exists.
    private static let createAppleTokens: SQL = """
        CREATE TABLE apple_token (
            number INTEGER PRIMARY KEY,
            account TEXT NOT NULL,
            sealed BLOB NOT NULL,
            created_at INTEGER NOT NULL,
            revoke_at INTEGER,
            failures INTEGER NOT NULL DEFAULT 0
        ) STRICT;
        CREATE UNIQUE INDEX apple_token_by_account ON apple_token (account) WHERE revoke_at IS NULL;
        CREATE INDEX apple_token_by_revocation ON apple_token (revoke_at) WHERE revoke_at IS NOT NULL;
        """

    /// Times are milliseconds since 1970. Secrets are stored as hashes.
    ///
    /// `due_at` is the time of the purge's next check of a session: its expiry as last computed, or the deletion of its
    /// row. Activity does not change it, because that would move an index entry each time; the purge computes the
    /// expiry again.
    private static let createSessions: SQL = """
        CREATE TABLE session (
            number INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            account TEXT NOT NULL,
            door TEXT NOT NULL,
            kind TEXT NOT NULL,
            is_remembered INTEGER NOT NULL CHECK (is_remembered IN (0, 1)),
            authenticated_at INTEGER NOT NULL,
            created_at INTEGER NOT NULL,
            last_activity_at INTEGER NOT NULL,
            due_at INTEGER NOT NULL,
            ended_at INTEGER,
            end_reason TEXT,
            secret_hash BLOB,
            generation INTEGER,
            token_hash BLOB,
            previous_hash BLOB,
            rotated_at INTEGER,
            signing_key TEXT,
            CHECK ((ended_at IS NULL) = (end_reason IS NULL)),
            CHECK ((generation IS NULL) != (secret_hash IS NULL)),
            CHECK (generation IS NULL
                OR (token_hash IS NOT NULL AND rotated_at IS NOT NULL AND signing_key IS NOT NULL))
        ) STRICT;
        CREATE INDEX session_by_account ON session (account) WHERE ended_at IS NULL;
        CREATE INDEX session_by_due ON session (due_at);
        CREATE UNIQUE INDEX session_by_secret ON session (secret_hash) WHERE secret_hash IS NOT NULL;

        -- What the app said of itself; goes when the session ends.
        CREATE TABLE session_client (
            session INTEGER PRIMARY KEY REFERENCES session (number),
            app_version TEXT,
            device_type TEXT,
            device_vendor TEXT,
            device_model TEXT,
            os_name TEXT,
            os_version TEXT,
            is_mobile INTEGER,
            user_agent TEXT,
            country TEXT,
            city TEXT,
            timezone TEXT,
            ip_address TEXT,
            location TEXT
        ) STRICT;

        -- What the accounts feed says. An erased account is kept for a while, for the sign-in that crosses its erasure.
        CREATE TABLE account (
            id TEXT PRIMARY KEY NOT NULL,
            status TEXT NOT NULL CHECK (status IN ('active', 'disabled', 'erased')),
            sessions_end_before INTEGER,
            erased_at INTEGER,
            is_confirmed INTEGER NOT NULL CHECK (is_confirmed IN (0, 1)),
            CHECK ((status = 'erased') = (erased_at IS NOT NULL))
        ) STRICT, WITHOUT ROWID;

        -- One row while the accounts feed is read again from its beginning.
        CREATE TABLE rereading (
            one INTEGER PRIMARY KEY CHECK (one = 1),
            began_at INTEGER NOT NULL
        ) STRICT;

        CREATE TABLE api_key (
            number INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            name TEXT NOT NULL,
            scopes TEXT NOT NULL,
            secret_hash BLOB NOT NULL UNIQUE,
            created_at INTEGER NOT NULL,
            expires_at INTEGER,
            revoked_at INTEGER
        ) STRICT;

        CREATE TABLE signing_key (
            number INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            sealed BLOB NOT NULL,
            active_from INTEGER NOT NULL
        ) STRICT;
        """
}
