import Models
import Storage

enum IdentitySchema {
    /// The feed of accounts for other services.
    static let feed = FeedTable(AccountChange.feed)

    /// The steps of the schema. New steps are only appended, because released steps have run.
    static let migrations = [
        Migration("identity schema 1") { connection in
            try connection.execute(tables)
            try feed.create(in: connection)
        },
        Migration("imported accounts", sql: AccountImportTable.tables),
        Migration("words of names", sql: NamePartTable.migration),
        Migration("words of user names", sql: NamePartTable.refill),
    ]

    private static let tables: SQL = """
        \(accounts)
        \(passwords)
        \(phoneCodes)
        \(SecretCheck.table)
        \(ErasureTable.tables)
        \(ScheduledErasureTable.table)
        \(PersonalMessageTable.table)
        \(AccountPasskeyTable.tables)
        \(TOTPTable.tables)
        \(EmailCodeTable.tables)
        \(SecurityEventTable.table)
        \(PerformedActTable.table)
        """

    /// The accounts. Apps see an account's number, so it is never used twice. `sign_in_name` has names of all kinds, so
    /// that a name is unique among them; data from a provider need not be. Times are milliseconds since 1970.
    private static let accounts: SQL = """
        CREATE TABLE account (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            id TEXT NOT NULL UNIQUE,
            status TEXT NOT NULL CHECK (status IN ('active', 'disabled')),
            username TEXT,
            email TEXT,
            -- The address that its person has shown to be theirs; it counts while it is the present one.
            verified_email TEXT,
            email_verified_at INTEGER,
            contact_email TEXT,
            -- The same, where the identity provider has verified it.
            verified_contact_email TEXT,
            phone TEXT,
            verified_phone TEXT,
            phone_verified_at INTEGER,
            -- Who has said which phone number there is, or that there is none.
            phone_origin TEXT CHECK (phone_origin IN ('provider', 'person')),
            first_name TEXT,
            last_name TEXT,
            display_name TEXT,
            locale TEXT,
            -- The apps' own fields: a CBOR map of names to values, or NULL when there are none.
            fields BLOB,
            created_at INTEGER NOT NULL,
            updated_at INTEGER NOT NULL,
            -- When the person was last recognised, and when an identity provider first vouched for them.
            verified_at INTEGER NOT NULL,
            vouched_at INTEGER,
            sessions_end_before INTEGER,
            -- The same for sessions that began at an identity provider.
            provider_sessions_end_before INTEGER,
            -- When somebody got the account who had shown its address and nothing else of it.
            taken_over_at INTEGER,
            -- The session that goes on although it began before `sessions_end_before`.
            kept_session TEXT,
            registration_device TEXT,
            registration_location TEXT,
            registration_country TEXT,
            login_at INTEGER,
            login_device TEXT,
            login_location TEXT,
            login_ip TEXT
        ) STRICT;
        CREATE INDEX account_by_moment ON account (created_at, number);
        CREATE INDEX disabled_account ON account (created_at, number) WHERE status = 'disabled';
        CREATE INDEX account_by_first_name ON account (lower(first_name));
        CREATE INDEX account_by_last_name ON account (lower(last_name));
        CREATE INDEX account_by_display_name ON account (lower(display_name));
        CREATE INDEX account_by_contact_email ON account (lower(contact_email));

        CREATE TABLE sign_in_name (
            name TEXT PRIMARY KEY NOT NULL,
            account INTEGER NOT NULL REFERENCES account (number)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX sign_in_name_by_account ON sign_in_name (account);

        -- What apps keep with an account: JSON objects, in UTF-8.
        CREATE TABLE account_document (
            account INTEGER NOT NULL REFERENCES account (number),
            name TEXT NOT NULL,
            json TEXT NOT NULL,
            created_at INTEGER NOT NULL,
            updated_at INTEGER NOT NULL,
            PRIMARY KEY (account, name)
        ) STRICT;

        CREATE TABLE provider_link (
            issuer TEXT NOT NULL,
            -- SHA-256 in hexadecimal digits: the provider's name for the person is not kept.
            subject_hash TEXT NOT NULL,
            account INTEGER NOT NULL REFERENCES account (number),
            linked_at INTEGER NOT NULL,
            PRIMARY KEY (issuer, subject_hash)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX provider_link_by_account ON provider_link (account);

        CREATE TABLE known_network (
            account INTEGER NOT NULL REFERENCES account (number),
            -- Of account and network together, under a secret that is not in the database.
            hash BLOB NOT NULL,
            used_at INTEGER NOT NULL,
            PRIMARY KEY (account, hash)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX known_network_by_moment ON known_network (used_at);
        """

    /// The passwords, and the tokens for new passwords. An account has one token, which a later token replaces.
    private static let passwords: SQL = """
        -- What scrypt made of the password, and with what. The generation counts the passwords of the account.
        CREATE TABLE password (
            account INTEGER PRIMARY KEY REFERENCES account (number),
            generation INTEGER NOT NULL,
            changed_at INTEGER NOT NULL,
            salt BLOB NOT NULL,
            hash BLOB NOT NULL,
            rounds INTEGER NOT NULL,
            block_size INTEGER NOT NULL,
            parallelism INTEGER NOT NULL
        ) STRICT;

        CREATE TABLE password_reset (
            account INTEGER PRIMARY KEY REFERENCES account (number),
            token_hash BLOB NOT NULL UNIQUE,
            expires_at INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX password_reset_by_expiry ON password_reset (expires_at);

        CREATE TABLE reset_request_count (
            only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
            requests INTEGER NOT NULL
        ) STRICT;
        INSERT INTO reset_request_count (only_row, requests) VALUES (1, 0);
        """

    /// The codes to phones. An account has one code, which a later code replaces. Hashes use a secret that is not in
    /// the database; the hash of a code includes its account and number.
    private static let phoneCodes: SQL = """
        CREATE TABLE phone_code (
            account INTEGER PRIMARY KEY REFERENCES account (number),
            phone TEXT NOT NULL,
            code_hash BLOB NOT NULL,
            tries INTEGER NOT NULL,
            expires_at INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX phone_code_by_expiry ON phone_code (expires_at);

        -- Kept for a day, to count codes by account and by number. The account is NULL once it is erased.
        CREATE TABLE phone_code_request (
            account INTEGER REFERENCES account (number),
            phone_hash BLOB NOT NULL,
            requested_at INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX phone_code_request_by_account ON phone_code_request (account);
        CREATE INDEX phone_code_request_by_phone ON phone_code_request (phone_hash);
        CREATE INDEX phone_code_request_by_moment ON phone_code_request (requested_at);
        """
}
