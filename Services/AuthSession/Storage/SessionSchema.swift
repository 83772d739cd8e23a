import Models
import Storage

enum SessionSchema {
    /// The ended credentials, for services that cache them. The feed has only tombstones.
    static let credentials = FeedTable(CredentialChange.feed)

    /// The steps of the schema. New steps are only appended, because released steps have run.
    static let migrations = [
        Migration("auth-session schema 1") { connection in
            try connection.execute(tables)
            try credentials.create(in: connection)
        },
        Migration("subjects of audit entries", sql: "ALTER TABLE audit_entry ADD COLUMN subject_name TEXT;"),
    ]

    private static let tables: SQL = """
        \(sessions)
        \(issued)
        \(accounts)
        \(keys)
        \(FeedCursorTable.table)
        \(SecretCheck.table)
        \(ErasureReportTable.table)
        \(auditLog)
        \(knownClientTable)
        \(SecurityEventTable.table)
        \(APIKeyPasskeyTable.table)
        \(PerformedActTable.table)
        \(begunActTable)
        \(AppleAliasTable.table)
        """

    /// The sessions. Times are milliseconds since 1970. Secrets are hashed: a session of the kind `external` has
    /// neither a secret nor generations; any other session has a secret or generations.
    ///
    /// `due_at` is the purge's next check: the expiry as last computed, or the deletion of the row. Activity does not
    /// change it, which would move an index entry each time.
    private static let sessions: SQL = """
        CREATE TABLE session (
            number INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            account TEXT NOT NULL,
            sign_in_method TEXT NOT NULL,
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
            -- Whether the access token of the present generation has been shown, so that its answer has arrived.
            rotation_used INTEGER NOT NULL DEFAULT 1 CHECK (rotation_used IN (0, 1)),
            signing_key TEXT,
            CHECK ((ended_at IS NULL) = (end_reason IS NULL)),
            CHECK (CASE WHEN kind = 'external' THEN generation IS NULL AND secret_hash IS NULL
                ELSE (generation IS NULL) <> (secret_hash IS NULL) END),
            CHECK (generation IS NULL
                OR (token_hash IS NOT NULL AND rotated_at IS NOT NULL AND signing_key IS NOT NULL))
        ) STRICT;
        CREATE INDEX session_by_account ON session (account) WHERE ended_at IS NULL;
        CREATE INDEX ended_session_by_account ON session (account) WHERE ended_at IS NOT NULL;
        CREATE INDEX session_by_due ON session (due_at);
        CREATE UNIQUE INDEX session_by_secret ON session (secret_hash) WHERE secret_hash IS NOT NULL;
        CREATE INDEX ended_anonymous_session ON session (account)
            WHERE sign_in_method = 'anonymous' AND ended_at IS NOT NULL;

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
        """

    /// The sessions of identity providers' tokens. Names are those of `IssuedNames`. `first_issued_at`,
    /// `last_issued_at` and `issued_up_to` are in seconds by the provider's clock, all other moments in milliseconds.
    private static let issued: SQL = """
        -- Living sessions only.
        CREATE TABLE issued_session (
            session INTEGER PRIMARY KEY REFERENCES session (number),
            name BLOB NOT NULL UNIQUE,
            person BLOB NOT NULL,
            provider_session BLOB,
            issuer TEXT NOT NULL,
            first_issued_at INTEGER,
            last_issued_at INTEGER
        ) STRICT;
        CREATE INDEX issued_session_by_person ON issued_session (person);
        CREATE INDEX issued_session_by_provider_session ON issued_session (provider_session)
            WHERE provider_session IS NOT NULL;

        -- What a session has been shown with, until it ends.
        CREATE TABLE issued_token (
            session INTEGER NOT NULL REFERENCES session (number),
            name BLOB NOT NULL,
            ends_at INTEGER NOT NULL,
            PRIMARY KEY (name, session)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX issued_token_by_session ON issued_token (session);
        CREATE INDEX issued_token_by_end ON issued_token (ends_at);

        CREATE TABLE sign_out_mark (
            name BLOB PRIMARY KEY NOT NULL,
            issued_up_to INTEGER NOT NULL,
            reason TEXT NOT NULL,
            set_at INTEGER NOT NULL,
            kept_until INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX sign_out_mark_by_end ON sign_out_mark (kept_until);

        -- Logout tokens, each of which is taken once.
        CREATE TABLE seen_logout (
            name BLOB PRIMARY KEY NOT NULL,
            kept_until INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX seen_logout_by_end ON seen_logout (kept_until);

        -- Exchanged tokens that were revoked before their end.
        CREATE TABLE revoked_token (
            id TEXT PRIMARY KEY NOT NULL,
            kept_until INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX revoked_token_by_end ON revoked_token (kept_until);

        -- Identity tokens with which somebody has signed in, until they count no more.
        CREATE TABLE spent_token (
            number INTEGER PRIMARY KEY,
            name BLOB NOT NULL UNIQUE,
            spent_at INTEGER NOT NULL,
            kept_until INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX spent_token_by_end ON spent_token (kept_until);
        """

    private static let accounts: SQL = """
        -- What the accounts feed says. An erased account is kept for a while, for the sign-in that crosses its erasure.
        -- It has returned when the feed, read anew, told of an account that it had told to be erased.
        CREATE TABLE account (
            id TEXT PRIMARY KEY NOT NULL,
            status TEXT NOT NULL CHECK (status IN ('active', 'disabled', 'erased')),
            sessions_end_before INTEGER,
            -- The session that goes on although it began before then.
            kept_session TEXT,
            provider_sessions_end_before INTEGER,
            erased_at INTEGER,
            returned_at INTEGER,
            is_confirmed INTEGER NOT NULL CHECK (is_confirmed IN (0, 1)),
            CHECK ((status = 'erased') = (erased_at IS NOT NULL))
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX account_by_return ON account (returned_at) WHERE returned_at IS NOT NULL;

        -- One row while the accounts feed is read again from its beginning.
        CREATE TABLE rereading (
            one INTEGER PRIMARY KEY CHECK (one = 1),
            began_at INTEGER NOT NULL
        ) STRICT;

        -- `revoke_at` is when the next try to revoke is due; NULL while the account is there.
        CREATE TABLE apple_token (
            number INTEGER PRIMARY KEY,
            account TEXT NOT NULL,
            sealed BLOB NOT NULL,
            created_at INTEGER NOT NULL,
            revoke_at INTEGER,
            failures INTEGER NOT NULL DEFAULT 0,
            -- The bundle id or Services id that Apple gave it to.
            client_id TEXT NOT NULL,
            -- The team for which the transfer id of its person was asked for.
            transfer_team TEXT
        ) STRICT;
        CREATE INDEX apple_token_by_account ON apple_token (account) WHERE revoke_at IS NULL;
        CREATE INDEX apple_token_by_revocation ON apple_token (revoke_at) WHERE revoke_at IS NOT NULL;
        """

    private static let keys: SQL = """
        CREATE TABLE api_key (
            number INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            name TEXT NOT NULL,
            publisher TEXT,
            scopes TEXT NOT NULL,
            secret_hash BLOB NOT NULL UNIQUE,
            created_at INTEGER NOT NULL,
            expires_at INTEGER,
            revoked_at INTEGER,
            kinds TEXT,
            topics TEXT,
            per_minute INTEGER
        ) STRICT;

        CREATE TABLE signing_key (
            number INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            sealed BLOB NOT NULL,
            active_from INTEGER NOT NULL
        ) STRICT;
        """

    /// The audit log. Rows are only added, never changed. Each row has the next number, and a hash over its content and
    /// the hash of the row before (`AuditChain`).
    private static let auditLog: SQL = """
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
}
