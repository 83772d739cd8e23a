import Storage

extension PushSchema {
    /// The known users, their last position and their preferences; NULL if they set none. A number is never reused.
    /// When a feed starts over, its former rows are in doubt until it repeats them.
    static let createRecipients: SQL = """
        CREATE TABLE recipient (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            account TEXT UNIQUE NOT NULL,
            account_number INTEGER,
            is_confirmed INTEGER NOT NULL DEFAULT 1 CHECK (is_confirmed IN (0, 1)),
            is_closed INTEGER NOT NULL DEFAULT 0 CHECK (is_closed IN (0, 1)),
            latitude REAL,
            longitude REAL,
            position_at INTEGER,
            new_offers INTEGER CHECK (new_offers IN (0, 1)),
            new_professionals INTEGER CHECK (new_professionals IN (0, 1)),
            local_events INTEGER CHECK (local_events IN (0, 1)),
            radius INTEGER,
            categories TEXT,
            quiet_from INTEGER,
            quiet_to INTEGER,
            time_zone TEXT,
            is_position_doubted INTEGER NOT NULL DEFAULT 0 CHECK (is_position_doubted IN (0, 1)),
            are_preferences_doubted INTEGER NOT NULL DEFAULT 0 CHECK (are_preferences_doubted IN (0, 1)),
            uses_inbox INTEGER NOT NULL DEFAULT 0 CHECK (uses_inbox IN (0, 1)),
            CHECK ((latitude IS NULL) = (longitude IS NULL) AND (latitude IS NULL) = (position_at IS NULL)),
            CHECK ((radius IS NULL) = (categories IS NULL) AND (radius IS NULL) = (new_offers IS NULL)
                AND (radius IS NULL) = (new_professionals IS NULL) AND (radius IS NULL) = (local_events IS NULL)),
            CHECK ((quiet_from IS NULL) = (quiet_to IS NULL) AND (quiet_from IS NULL) = (time_zone IS NULL))
        ) STRICT;
        CREATE INDEX doubted_recipient ON recipient (account) WHERE is_confirmed = 0;
        CREATE INDEX doubted_position ON recipient (number) WHERE is_position_doubted = 1;
        CREATE INDEX doubted_preferences ON recipient (number) WHERE are_preferences_doubted = 1;
        """

    /// The addresses of push devices. Announcements go to the chosen token of each push device. Its index contains all
    /// columns that queueing needs. The id of a deleted token is kept, because deliveries are reported under it.
    static let createTokens: SQL = """
        CREATE TABLE token (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            id TEXT UNIQUE NOT NULL,
            recipient INTEGER NOT NULL REFERENCES recipient (number),
            session TEXT NOT NULL,
            provider TEXT NOT NULL,
            token TEXT NOT NULL,
            purpose TEXT NOT NULL,
            environment TEXT NOT NULL,
            is_environment_assumed INTEGER NOT NULL CHECK (is_environment_assumed IN (0, 1)),
            platform TEXT NOT NULL,
            handset TEXT,
            handset_name TEXT,
            app_version TEXT,
            topic TEXT,
            is_muted INTEGER NOT NULL DEFAULT 0 CHECK (is_muted IN (0, 1)),
            is_chosen INTEGER NOT NULL DEFAULT 0 CHECK (is_chosen IN (0, 1)),
            created_at INTEGER NOT NULL,
            updated_at INTEGER NOT NULL,
            UNIQUE (provider, token, purpose)
        ) STRICT;
        CREATE INDEX token_of_recipient ON token (recipient);
        CREATE INDEX chosen_token ON token (recipient, number, provider, environment) WHERE is_chosen = 1;
        CREATE INDEX token_of_session ON token (session);
        CREATE INDEX silent_token ON token (updated_at);
        CREATE TABLE former_token (
            number INTEGER PRIMARY KEY,
            id TEXT NOT NULL,
            recipient INTEGER NOT NULL,
            at INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX former_token_of_recipient ON former_token (recipient);
        CREATE INDEX old_former_token ON former_token (at);
        """

    /// Counts change in the transaction that changes a delivery. At every commit, `accepted` is the sum of the other
    /// six. The numbers of an announcement's deliveries lie between `first_delivery` and `last_delivery`; others can
    /// lie between them. `undecided` (later `waiting_recipient`) contains the recipients until they are in `told`. A
    /// delivery's id is derived from its number and `delivery_key`. `decided_at` is the time of resolution. The column
    /// is named after the state `deciding`, which publishers see.
    static let createAnnouncements: SQL = """
        CREATE TABLE announcement (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            id TEXT UNIQUE NOT NULL,
            publisher TEXT,
            tested_by INTEGER,
            type TEXT NOT NULL,
            subject TEXT NOT NULL,
            is_subject_number INTEGER NOT NULL CHECK (is_subject_number IN (0, 1)),
            title TEXT,
            body TEXT,
            category TEXT,
            latitude REAL NOT NULL,
            longitude REAL NOT NULL,
            starts_at INTEGER,
            expires_at INTEGER,
            details TEXT,
            created_at INTEGER NOT NULL,
            begins_at INTEGER NOT NULL,
            ends_at INTEGER NOT NULL,
            delivery_key BLOB NOT NULL,
            state TEXT NOT NULL,
            recipients INTEGER NOT NULL DEFAULT 0,
            decided_at INTEGER,
            first_delivery INTEGER,
            last_delivery INTEGER,
            accepted INTEGER NOT NULL DEFAULT 0,
            sent INTEGER NOT NULL DEFAULT 0,
            suppressed INTEGER NOT NULL DEFAULT 0,
            deferred INTEGER NOT NULL DEFAULT 0,
            failed INTEGER NOT NULL DEFAULT 0,
            expired INTEGER NOT NULL DEFAULT 0,
            pending INTEGER NOT NULL DEFAULT 0,
            CHECK (accepted = sent + suppressed + deferred + failed + expired + pending)
        ) STRICT;
        CREATE INDEX announcement_of_subject ON announcement (subject, number) WHERE publisher IS NOT NULL;
        CREATE INDEX present_announcement ON announcement
            (type, ends_at, begins_at, latitude, longitude, category, subject, publisher, state)
            WHERE publisher IS NOT NULL AND state <> 'cancelled';
        CREATE INDEX unfinished_announcement ON announcement (state, begins_at) WHERE state NOT IN ('done', 'cancelled');
        CREATE INDEX test_announcement ON announcement (created_at) WHERE tested_by IS NOT NULL;
        CREATE TABLE undecided (
            announcement INTEGER NOT NULL REFERENCES announcement (number),
            portion INTEGER NOT NULL,
            recipients BLOB NOT NULL,
            PRIMARY KEY (announcement, portion)
        ) STRICT, WITHOUT ROWID;
        """

    /// The inbox (`InboxTable`): the recipients of each announcement, with the figures of their selection. The
    /// table keeps its name, because indexes depend on it.
    static let createTold: SQL = """
        CREATE TABLE told (
            number INTEGER PRIMARY KEY,
            recipient INTEGER NOT NULL,
            announcement INTEGER NOT NULL,
            distance REAL NOT NULL,
            radius INTEGER NOT NULL,
            position_at INTEGER NOT NULL,
            at INTEGER NOT NULL,
            read_at INTEGER
        ) STRICT;
        CREATE INDEX told_of_recipient ON told (recipient, number, announcement, read_at);
        """

    /// The queue. A row with `next_at` waits for that time in the channel of its provider; other rows have ended.
    static let createDeliveries: SQL = """
        CREATE TABLE delivery (
            number INTEGER PRIMARY KEY,
            announcement INTEGER NOT NULL,
            recipient INTEGER NOT NULL,
            token INTEGER NOT NULL,
            lane INTEGER NOT NULL,
            state TEXT NOT NULL,
            reason TEXT,
            attempts INTEGER NOT NULL DEFAULT 0,
            next_at INTEGER,
            at INTEGER NOT NULL,
            CHECK ((next_at IS NOT NULL) = (state IN ('pending', 'deferred')))
        ) STRICT;
        CREATE INDEX due_delivery ON delivery (lane, next_at, number) WHERE next_at IS NOT NULL;
        CREATE INDEX deferred_delivery ON delivery (recipient) WHERE state = 'deferred';
        CREATE INDEX delivery_of_recipient ON delivery (recipient, announcement);
        """

    static let createKeys: SQL = """
        CREATE TABLE idempotency_key (
            publisher TEXT NOT NULL,
            key TEXT NOT NULL,
            fingerprint BLOB NOT NULL,
            announcement INTEGER NOT NULL REFERENCES announcement (number),
            at INTEGER NOT NULL,
            PRIMARY KEY (publisher, key)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX old_idempotency_key ON idempotency_key (at);
        """

    /// Recently ended sessions. One of their requests may still be under way.
    static let createEndedSessions: SQL = """
        CREATE TABLE ended_session (
            session TEXT PRIMARY KEY NOT NULL,
            at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX old_ended_session ON ended_session (at);
        """
}
