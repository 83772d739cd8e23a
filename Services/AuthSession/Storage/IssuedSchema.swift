import Storage

/// The migration for sessions with tokens of identity providers.
enum IssuedSchema {
    static let create: SQL = "\(relaxSessions)\(createIssued)"

    /// A session of the kind `external` has neither a secret nor generations.
    ///
    /// SQLite cannot change a CHECK. So the migration copies the rows into a new table and renames it
    /// (https://www.sqlite.org/lang_altertable.html, section 7).
    private static let relaxSessions: SQL = """
        CREATE TABLE session_anew (
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
            CHECK ((generation IS NOT NULL) + (secret_hash IS NOT NULL) = (kind != 'external')),
            CHECK (generation IS NULL
                OR (token_hash IS NOT NULL AND rotated_at IS NOT NULL AND signing_key IS NOT NULL))
        ) STRICT;
        INSERT INTO session_anew (number, id, account, door, kind, is_remembered, authenticated_at, created_at,
            last_activity_at, due_at, ended_at, end_reason, secret_hash, generation, token_hash, previous_hash, rotated_at,
            signing_key)
        SELECT number, id, account, door, kind, is_remembered, authenticated_at, created_at,
            last_activity_at, due_at, ended_at, end_reason, secret_hash, generation, token_hash, previous_hash, rotated_at,
            signing_key FROM session;
        DROP TABLE session;
        ALTER TABLE session_anew RENAME TO session;
        CREATE INDEX session_by_account ON session (account) WHERE ended_at IS NULL;
        CREATE INDEX session_by_due ON session (due_at);
        CREATE UNIQUE INDEX session_by_secret ON session (secret_hash) WHERE secret_hash IS NOT NULL;

        """

    /// Names are those of `IssuedNames`; `first_issued_at`, `last_issued_at` and `issued_up_to` are in seconds since
    /// 1970 on the provider's clock, all other times in milliseconds.
    private static let createIssued: SQL = """
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
        """
}
