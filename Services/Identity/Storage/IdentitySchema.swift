import Models
import Storage

enum IdentitySchema {
    /// The feed of accounts for other services.
    static let feed = FeedTable(AccountChange.feed)

    /// Append only.
    static let migrations = [
        Migration("create accounts") { connection in
            try connection.execute(createAccounts)
            try feed.create(in: connection)
        },
        Migration("create password resets", sql: createPasswordResets),
        Migration("create documents", sql: createDocuments),
        Migration("create provider links", sql: createProviderLinks),
        Migration("create phone codes", sql: createPhoneCodes),
        Migration("create known networks", sql: createKnownNetworks),
        Migration("know the secret of the phone codes", sql: SecretCheck.table),
        Migration("follow erasures to their end", sql: ErasureTable.tables),
        Migration("find accounts by their names", sql: findAccounts),
        Migration("schedule erasures", sql: ScheduledErasureTable.table),
        Migration("create messages", sql: PersonalMessageTable.table),
        Migration("create passkeys", sql: PasskeyTable.tables),
        Migration("create second steps", sql: TOTPTable.tables),
        Migration("verify e-mail addresses", sql: verifyAddresses),
        Migration("keep security events", sql: SecurityEventTable.table),
        Migration("note acts of operators", sql: PerformedActTable.table),
        Migration("tell proven addresses from others", sql: tellProven),
        Migration(
            "end all sessions but one", sql: "ALTER TABLE account ADD COLUMN kept_session TEXT"),
    ]

    /// Apps see an account's number, so it is never used twice. `sign_in_name` contains names of all kinds in the form
    /// for comparisons, so that they are unique together. Times are milliseconds since 1970.
    private static let createAccounts: SQL = """
        CREATE TABLE account (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            id TEXT NOT NULL UNIQUE,
            status TEXT NOT NULL CHECK (status IN ('active', 'disabled')),
            username TEXT,
            email TEXT,
            phone TEXT,
            first_name TEXT,
            last_name TEXT,
            locale TEXT,
            -- The apps' own fields: a CBOR map of names to values, or NULL when there are none.
            fields BLOB,
            created_at INTEGER NOT NULL,
            updated_at INTEGER NOT NULL,
            verified_at INTEGER NOT NULL,
            sessions_end_before INTEGER,
            registration_device TEXT,
            registration_location TEXT,
            registration_country TEXT,
            login_at INTEGER,
            login_device TEXT,
            login_location TEXT,
            login_ip TEXT
        ) STRICT;

        CREATE TABLE sign_in_name (
            name TEXT PRIMARY KEY NOT NULL,
            account INTEGER NOT NULL REFERENCES account (number)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX sign_in_name_by_account ON sign_in_name (account);

        -- What scrypt made of the password, and with what. The generation counts the passwords of the account.
        CREATE TABLE password (
            account INTEGER PRIMARY KEY REFERENCES account (number),
            generation INTEGER NOT NULL,
            salt BLOB NOT NULL,
            hash BLOB NOT NULL,
            rounds INTEGER NOT NULL,
            block_size INTEGER NOT NULL,
            parallelism INTEGER NOT NULL
        ) STRICT;
        """

    /// One token per account; a later one replaces it.
    private static let createPasswordResets: SQL = """
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
        INSERT INTO reset_request_count VALUES (1, 0);
        """

    /// For older passwords the time of their change is unknown; the creation of the account is the earliest possible
    /// one.
    private static let createDocuments: SQL = """
        ALTER TABLE account ADD COLUMN display_name TEXT;
        -- When an identity provider first vouched for the person; verified_at is when the person was last recognised.
        ALTER TABLE account ADD COLUMN vouched_at INTEGER;

        ALTER TABLE password ADD COLUMN changed_at INTEGER NOT NULL DEFAULT 0;
        UPDATE password SET changed_at = (SELECT created_at FROM account WHERE number = password.account);

        -- What apps keep with an account: JSON objects, in UTF-8.
        CREATE TABLE account_document (
            account INTEGER NOT NULL REFERENCES account (number),
            name TEXT NOT NULL,
            json TEXT NOT NULL,
            created_at INTEGER NOT NULL,
            updated_at INTEGER NOT NULL,
            PRIMARY KEY (account, name)
        ) STRICT;
        """

    /// Data from an identity provider is no name to sign in with, and need not be unique.
    private static let createProviderLinks: SQL = """
        ALTER TABLE account ADD COLUMN contact_email TEXT;
        ALTER TABLE account ADD COLUMN verified_phone TEXT;
        ALTER TABLE account ADD COLUMN phone_verified_at INTEGER;
        -- Who has said which phone number there is, or that there is none.
        ALTER TABLE account ADD COLUMN phone_origin TEXT CHECK (phone_origin IN ('provider', 'person'));

        CREATE TABLE provider_link (
            issuer TEXT NOT NULL,
            -- SHA-256 in hexadecimal digits: the provider's name for the person is not kept.
            subject_hash TEXT NOT NULL,
            account INTEGER NOT NULL REFERENCES account (number),
            PRIMARY KEY (issuer, subject_hash)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX provider_link_by_account ON provider_link (account);
        """

    /// One code per account; a later one replaces it.
    private static let createPhoneCodes: SQL = """
        CREATE TABLE phone_code (
            account INTEGER PRIMARY KEY REFERENCES account (number),
            phone TEXT NOT NULL,
            -- Of code, account and number together, under a secret that is not in the database; so is phone_hash.
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

    private static let createKnownNetworks: SQL = """
        CREATE TABLE known_network (
            account INTEGER NOT NULL REFERENCES account (number),
            -- Of account and network together, under a secret that is not in the database.
            hash BLOB NOT NULL,
            used_at INTEGER NOT NULL,
            PRIMARY KEY (account, hash)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX known_network_by_moment ON known_network (used_at);
        """

    /// An address is verified while it equals the account's address: versions without this column only change the other
    /// one.
    private static let verifyAddresses: SQL = """
        ALTER TABLE account ADD COLUMN verified_email TEXT;
        ALTER TABLE account ADD COLUMN email_verified_at INTEGER;

        \(EmailCodeTable.tables)
        """

    /// A contact address is verified while it equals the address that the provider has verified.
    private static let tellProven: SQL = """
        ALTER TABLE account ADD COLUMN verified_contact_email TEXT;
        -- Up to when sessions have ended that began at an identity provider.
        ALTER TABLE account ADD COLUMN provider_sessions_end_before INTEGER;
        -- When somebody got the account who had shown its address and nothing else of it.
        ALTER TABLE account ADD COLUMN taken_over_at INTEGER;
        ALTER TABLE provider_link ADD COLUMN linked_at INTEGER;
        """

    /// For the lists of operators: by age, and by display name. `lower` of both engines folds ASCII letters.
    private static let findAccounts: SQL = """
        CREATE INDEX account_by_moment ON account (created_at, number);
        CREATE INDEX disabled_account ON account (created_at, number) WHERE status = 'disabled';
        CREATE INDEX account_by_first_name ON account (lower(first_name));
        CREATE INDEX account_by_last_name ON account (lower(last_name));
        CREATE INDEX account_by_display_name ON account (lower(display_name));
        CREATE INDEX account_by_contact_email ON account (lower(contact_email));
        """
}
