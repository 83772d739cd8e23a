// The complete current schema of the push database. New databases use it instead of running the migrations.

import Storage

extension PushSchema {
    static let base = BaseSchema(
        includes: [
            "create push", "keep publishers apart and find announcements by place", "count outages",
            "find what begins together", "keep what may have left", "tell what came back from what may have left",
            "keep when positions were withdrawn", "number withdrawals of positions",
            "keep why an announcement for later was cancelled", "take back from inboxes what no push device was told",
            "name columns as the code does", "take back from inboxes without a trigger",
            "find announcements that ended long ago", "let one of several processes work", "report what was erased",
            "send notifications of any kind",
            "keep tokens of live activities", "keep whom notifications name",
            "keep by what notifications for later are judged", "begin notifications by local times",
            "send notifications again and again", "count pushes by person and kind",
            "count what people did with notifications", "post events to publishers", "find the pages of notifications",
            "keep which API keys were revoked",
            "gather what quiet hours held back", "list notifications by their state",
            "count push devices by their language", "count what was sent after quiet hours",
            "note acts of operators",
            "keep all languages of push devices",
            "keep until when providers want to be left alone", "keep whether quiet hours let interruptions through",
        ],
        script: """
            \(recipients)
            \(tokens)
            \(announcements)
            \(announcementIndexes)
            \(inbox)
            \(queue)
            \(keepOutages)
            \(bounds)
            \(keepNamedRecipients)
            \(notificationPlans)
            \(keepRevokedKeys)
            \(notificationSeries)
            \(countPushes)
            \(countInteractions)
            \(countInteractionsLater)
            \(keepWebhooks)
            \(AccountOwnedRows.erasedTable)
            \(FeedCursorTable.table)
            \(DatabaseLease.table)
            \(ErasureReportTable.table)
            \(PerformedActTable.table)
            """)

    /// The known users, their last position and their preferences; NULL if they set none. A number is never reused.
    /// When a feed starts over, its former rows are in doubt until it repeats them.
    ///
    /// Withdrawals of positions are numbered in the order of their transactions. Times cannot order two withdrawals.
    private static let recipients: SQL = """
        CREATE TABLE recipient (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            account TEXT UNIQUE NOT NULL,
            account_number INTEGER,
            is_confirmed INTEGER NOT NULL DEFAULT 1 CHECK (is_confirmed IN (0, 1)),
            is_closed INTEGER NOT NULL DEFAULT 0 CHECK (is_closed IN (0, 1)),
            latitude REAL,
            longitude REAL,
            position_at INTEGER,
            position_withdrawal INTEGER,
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
            kinds_on TEXT,
            kinds_off TEXT,
            topics TEXT,
            given_topics TEXT,
            tags TEXT,
            allows_interruptions INTEGER CHECK (allows_interruptions IN (0, 1)),
            CHECK ((latitude IS NULL) = (longitude IS NULL) AND (latitude IS NULL) = (position_at IS NULL)),
            CHECK ((radius IS NULL) = (categories IS NULL) AND (radius IS NULL) = (new_offers IS NULL)
                AND (radius IS NULL) = (new_professionals IS NULL) AND (radius IS NULL) = (local_events IS NULL)),
            CHECK ((quiet_from IS NULL) = (quiet_to IS NULL) AND (quiet_from IS NULL) = (time_zone IS NULL))
        ) STRICT;
        CREATE INDEX doubted_recipient ON recipient (account) WHERE is_confirmed = 0;
        CREATE INDEX doubted_position ON recipient (number) WHERE is_position_doubted = 1;
        CREATE INDEX doubted_preferences ON recipient (number) WHERE are_preferences_doubted = 1;

        CREATE TABLE withdrawal_count (
            one INTEGER PRIMARY KEY CHECK (one = 1),
            last INTEGER NOT NULL
        ) STRICT;
        INSERT INTO withdrawal_count (one, last) VALUES (1, 0);

        -- Sessions that have ended of late: a request of theirs may still be on its way.
        CREATE TABLE ended_session (
            session TEXT PRIMARY KEY NOT NULL,
            at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX old_ended_session ON ended_session (at);
        """

    /// The addresses of push devices. Announcements go to the chosen token of each push device. Its index contains all
    /// columns that queueing needs. The id of a deleted token is kept, because deliveries are reported under it.
    private static let tokens: SQL = """
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
            push_device TEXT,
            push_device_name TEXT,
            app_version TEXT,
            language TEXT,
            topic TEXT,
            is_muted INTEGER NOT NULL DEFAULT 0 CHECK (is_muted IN (0, 1)),
            is_chosen INTEGER NOT NULL DEFAULT 0 CHECK (is_chosen IN (0, 1)),
            created_at INTEGER NOT NULL,
            updated_at INTEGER NOT NULL,
            tags TEXT,
            activity TEXT,
            activity_type TEXT,
            time_zone TEXT,
            languages TEXT,
            UNIQUE (provider, token, purpose)
        ) STRICT;
        CREATE INDEX token_of_recipient ON token (recipient);
        CREATE INDEX chosen_token ON token (recipient, number, provider, environment) WHERE is_chosen = 1;
        CREATE INDEX muted_token ON token (recipient) WHERE is_muted = 1 AND is_chosen = 1;
        CREATE INDEX token_of_session ON token (session);
        CREATE INDEX silent_token ON token (updated_at);
        CREATE INDEX activity_token ON token (activity) WHERE activity IS NOT NULL;
        \(indexLanguages)

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
    /// six. The numbers of an announcement's deliveries lie between `first_delivery` and `last_delivery`, those of its
    /// inbox entries between `first_told` and `last_told`. Other announcements can have numbers in between.
    /// `first_told` of a cancelled announcement becomes NULL once its entries are checked. A delivery's id is derived
    /// from its number and `delivery_key`. `decided_at` is the time of resolution, which accounts for the withdrawals
    /// up to `decided_after`.
    ///
    /// A notification has a `kind`. Its type and subject are placeholders, its title and body those of one language.
    /// `is_placed`: the audience depends on the place. `is_silent`: it has no text to read. `is_barred`: a scheduled
    /// announcement was cancelled because its publisher had cancelled too many. `refusal`: the reason, shown to the
    /// publisher, why a scheduled notification was cancelled at its begin. With `local_start` it begins several times
    /// (`beginByLocalTimes`).
    private static let announcements: SQL = """
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
            grid_row INTEGER NOT NULL DEFAULT 0,
            grid_column INTEGER NOT NULL DEFAULT 0,
            starts_at INTEGER,
            expires_at INTEGER,
            details TEXT,
            created_at INTEGER NOT NULL,
            begins_at INTEGER NOT NULL,
            ends_at INTEGER NOT NULL,
            delivery_key BLOB NOT NULL,
            state TEXT NOT NULL,
            is_over INTEGER NOT NULL DEFAULT 0 CHECK (is_over IN (0, 1)),
            is_barred INTEGER NOT NULL DEFAULT 0 CHECK (is_barred IN (0, 1)),
            recipients INTEGER NOT NULL DEFAULT 0,
            decided_at INTEGER,
            decided_after INTEGER NOT NULL DEFAULT 0,
            first_told INTEGER,
            last_told INTEGER,
            first_delivery INTEGER,
            last_delivery INTEGER,
            accepted INTEGER NOT NULL DEFAULT 0,
            sent INTEGER NOT NULL DEFAULT 0,
            suppressed INTEGER NOT NULL DEFAULT 0,
            deferred INTEGER NOT NULL DEFAULT 0,
            failed INTEGER NOT NULL DEFAULT 0,
            expired INTEGER NOT NULL DEFAULT 0,
            pending INTEGER NOT NULL DEFAULT 0,
            kind TEXT,
            audience BLOB,
            content BLOB,
            is_placed INTEGER NOT NULL DEFAULT 1 CHECK (is_placed IN (0, 1)),
            is_silent INTEGER NOT NULL DEFAULT 0 CHECK (is_silent IN (0, 1)),
            refusal TEXT,
            local_start INTEGER,
            local_zone TEXT,
            next_begin INTEGER,
            has_begun INTEGER NOT NULL DEFAULT 0 CHECK (has_begun IN (0, 1)),
            series TEXT,
            page_type TEXT,
            page_number INTEGER,
            sent_later INTEGER NOT NULL DEFAULT 0,
            CHECK (accepted = sent + suppressed + deferred + failed + expired + pending)
        ) STRICT;

        -- The recipients of an announcement, until they are in `told`.
        CREATE TABLE waiting_recipient (
            announcement INTEGER NOT NULL REFERENCES announcement (number),
            portion INTEGER NOT NULL,
            recipients BLOB NOT NULL,
            PRIMARY KEY (announcement, portion)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE idempotency_key (
            publisher TEXT NOT NULL,
            key TEXT NOT NULL,
            fingerprint BLOB NOT NULL,
            announcement INTEGER NOT NULL REFERENCES announcement (number),
            at INTEGER NOT NULL,
            PRIMARY KEY (publisher, key)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX old_idempotency_key ON idempotency_key (at);
        CREATE INDEX key_of_announcement ON idempotency_key (announcement);
        """

    /// Current announcements have indexes of their own: by grid cell (`AnnouncementGrid`), by number and by subject.
    /// Each contains all columns that a search needs.
    private static let announcementIndexes: SQL = """
        CREATE INDEX placed_announcement ON announcement
            (type, grid_row, grid_column, number, ends_at, begins_at, latitude, longitude, category, subject, publisher,
            state, is_over)
            WHERE publisher IS NOT NULL AND state <> 'cancelled' AND is_over = 0;
        CREATE INDEX latest_announcement ON announcement
            (type, number, ends_at, begins_at, latitude, longitude, category, subject, publisher, state, is_over)
            WHERE publisher IS NOT NULL AND state <> 'cancelled' AND is_over = 0;
        CREATE INDEX named_announcement ON announcement
            (type, subject, number, publisher, begins_at, ends_at, state, is_over)
            WHERE publisher IS NOT NULL AND state <> 'cancelled' AND is_over = 0;
        CREATE INDEX ending_announcement ON announcement (ends_at) WHERE publisher IS NOT NULL AND is_over = 0;
        CREATE INDEX ended_announcement ON announcement (ends_at) WHERE publisher IS NOT NULL AND is_over = 1;
        CREATE INDEX announcement_of_subject ON announcement (subject, number) WHERE publisher IS NOT NULL;
        CREATE INDEX announcement_of_publisher ON announcement (publisher, number) WHERE publisher IS NOT NULL;
        CREATE INDEX page_announcement ON announcement (page_number, number) WHERE page_number IS NOT NULL;
        CREATE INDEX begin_of_publisher ON announcement (publisher, begins_at) WHERE publisher IS NOT NULL;
        CREATE INDEX unfinished_announcement ON announcement (state, begins_at)
            WHERE state NOT IN ('done', 'cancelled');
        CREATE INDEX untold_announcement ON announcement (number)
            WHERE state = 'cancelled' AND first_told IS NOT NULL;
        CREATE INDEX test_announcement ON announcement (created_at) WHERE tested_by IS NOT NULL;
        \(indexLists)
        """

    /// The inbox: the recipients of each announcement, with the figures of their selection.
    private static let inbox: SQL = """
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

    /// A row with `next_at` waits for that time in the channel of its provider; other rows have ended. `outages` counts
    /// provider outages, which do not use up attempts. `is_unconfirmed`: the push may have arrived without an answer.
    /// `end_state` and `end_reason` contain the end of a delivery that was ended in flight.
    ///
    /// `taken_queue` contains how far a channel has read its queue. After a crash, every open delivery up to there may
    /// have left. `may_have_left` overrides this for one delivery: 0 after it came back unsent, 1 when it is read
    /// again, NULL if `taken_queue` applies.
    ///
    /// `gathering` and `digest` tell what quiet hours held back and which digest has it (`gatherHeld`). `was_deferred`
    /// stays set after a wait for the end of quiet hours.
    private static let queue: SQL = """
        CREATE TABLE delivery (
            number INTEGER PRIMARY KEY,
            announcement INTEGER NOT NULL,
            recipient INTEGER NOT NULL,
            token INTEGER NOT NULL,
            channel INTEGER NOT NULL,
            state TEXT NOT NULL,
            reason TEXT,
            attempts INTEGER NOT NULL DEFAULT 0,
            outages INTEGER NOT NULL DEFAULT 0,
            next_at INTEGER,
            at INTEGER NOT NULL,
            is_unconfirmed INTEGER NOT NULL DEFAULT 0 CHECK (is_unconfirmed IN (0, 1)),
            may_have_left INTEGER CHECK (may_have_left IN (0, 1)),
            end_state TEXT,
            end_reason TEXT,
            gathering TEXT CHECK (gathering IN ('held', 'gathered', 'digest')),
            digest INTEGER,
            was_deferred INTEGER NOT NULL DEFAULT 0 CHECK (was_deferred IN (0, 1)),
            CHECK ((next_at IS NOT NULL) = (state IN ('pending', 'deferred')))
        ) STRICT;
        CREATE INDEX due_delivery ON delivery (channel, next_at, number) WHERE next_at IS NOT NULL;
        CREATE INDEX deferred_delivery ON delivery (recipient) WHERE state = 'deferred';
        CREATE INDEX delivery_of_recipient ON delivery (recipient, announcement);
        CREATE INDEX ending_delivery ON delivery (number) WHERE end_state IS NOT NULL AND next_at IS NOT NULL;
        CREATE INDEX taken_delivery ON delivery (number) WHERE may_have_left = 1 AND next_at IS NOT NULL;
        \(indexHeld)

        CREATE TABLE taken_queue (
            channel INTEGER PRIMARY KEY,
            next_at INTEGER NOT NULL,
            number INTEGER NOT NULL
        ) STRICT;
        """

    /// These tables limit what publishers and operators can learn about users: publishers' counts and cancellations by
    /// place, and inquiries about deliveries.
    private static let bounds: SQL = """
        CREATE TABLE probe (
            number INTEGER PRIMARY KEY,
            publisher TEXT NOT NULL,
            kind TEXT NOT NULL,
            latitude REAL NOT NULL,
            longitude REAL NOT NULL,
            at INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX probe_of_publisher ON probe (publisher, kind, at);
        CREATE INDEX old_probe ON probe (at);

        CREATE TABLE inquiry (
            number INTEGER PRIMARY KEY,
            recipient INTEGER NOT NULL,
            announcement TEXT NOT NULL,
            asked_by TEXT NOT NULL,
            at INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX inquiry_of_recipient ON inquiry (recipient, at);
        CREATE INDEX old_inquiry ON inquiry (at);
        """
}
