import Models
import ServiceRuntime
import Storage

enum PushSchema {
    /// The table whose rows are deleted with an account. All other data of a user has the number of such a row.
    static let accountRows = AccountOwnedRows("recipient")

    /// The steps of the schema. New steps are only appended, because released steps have run.
    static let migrations = [
        Migration("push schema 1", sql: tables), Migration("failing notifications", sql: failingNotifications),
        Migration("ended tokens", sql: endedTokens), Migration("webhook deliveries", sql: webhookDeliveries),
    ]

    /// These columns are for operators who look for a device that gets no pushes any more. Without a reason, another
    /// token has replaced the token.
    private static let endedTokens: SQL = """
        ALTER TABLE former_token ADD COLUMN reason TEXT;
        ALTER TABLE former_token ADD COLUMN platform TEXT;
        ALTER TABLE former_token ADD COLUMN app_version TEXT;
        """

    private static let tables: SQL = """
        \(recipients)
        \(tokens)
        \(notificationTables)
        \(notificationIndexes)
        \(planTable)
        \(seriesTable)
        \(inboxTable)
        \(deliveryTables)
        \(interactionTables)
        \(publisherTables)
        \(webhookTables)
        \(AccountOwnedRows.requiredTables)
        \(DatabaseLease.table)
        """

    /// The users, their last positions and their preferences; NULL if unknown. Numbers are never reused. A feed that
    /// starts over puts its earlier data in doubt until it repeats it. Kinds, topics and tags are separated by commas;
    /// NULL means no names. Withdrawals of positions are numbered, because times do not order their transactions.
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

    static let exportedRecipients = ExportedTable(
        "recipient", as: "push-profile", "The data that decides whether you are notified.",
        [
            .init("is_closed", .flag), .init("latitude", .real), .init("longitude", .real),
            .init("position_at", .moment), .init("new_offers", .flag), .init("new_professionals", .flag),
            .init("local_events", .flag), .init("radius", .whole), .init("categories"), .init("quiet_from", .whole),
            .init("quiet_to", .whole), .init("time_zone"), .init("uses_inbox", .flag), .init("kinds_on"),
            .init("kinds_off"), .init("topics"), .init("given_topics"), .init("tags"),
            .init("allows_interruptions", .flag),
        ],
        leftOut: [
            "number": number, "account": "the id of the account", "account_number": number, "is_confirmed": mark,
            "position_withdrawal": number, "is_position_doubted": mark, "are_preferences_doubted": mark,
        ], key: .number("t.number")
    ) { "recipient t WHERE t.account = \($0)" }

    /// The tokens. Notifications go to one chosen token of each push device; its index has all that queueing needs. The
    /// ids of deleted tokens stay for the records of deliveries.
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
            -- What a token of a Live Activity changes or starts.
            activity TEXT,
            activity_type TEXT,
            -- Where the push device was when its app registered it.
            time_zone TEXT,
            -- All that the person reads, `language` first: the one whose texts there are counts.
            languages TEXT,
            UNIQUE (provider, token, purpose)
        ) STRICT;
        CREATE INDEX token_of_recipient ON token (recipient);
        CREATE INDEX chosen_token ON token (recipient, number, provider, environment) WHERE is_chosen = 1;
        CREATE INDEX muted_token ON token (recipient) WHERE is_muted = 1 AND is_chosen = 1;
        CREATE INDEX token_of_session ON token (session);
        CREATE INDEX silent_token ON token (updated_at);
        CREATE INDEX activity_token ON token (activity) WHERE activity IS NOT NULL;
        -- Without `is_chosen` among its columns SQLite would read each row to count push devices by their language.
        CREATE INDEX chosen_language ON token (language, is_chosen) WHERE is_chosen = 1;

        CREATE TABLE former_token (
            number INTEGER PRIMARY KEY,
            id TEXT NOT NULL,
            recipient INTEGER NOT NULL,
            at INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX former_token_of_recipient ON former_token (recipient);
        CREATE INDEX old_former_token ON former_token (at);
        """

    static let exportedTokens = ExportedTable(
        "token", as: "push-devices", "Your push devices.",
        [
            .init("id"), .init("session"), .init("provider"), .init("purpose"), .init("environment"),
            .init("is_environment_assumed", .flag), .init("platform"), .init("push_device"), .init("push_device_name"),
            .init("app_version"), .init("language"), .init("topic"), .init("is_muted", .flag),
            .init("is_chosen", .flag),
            .init("created_at", .moment), .init("updated_at", .moment), .init("tags"), .init("activity"),
            .init("activity_type"), .init("time_zone"), .init("languages"),
        ],
        leftOut: [
            "number": number, "recipient": number,
            "token": "the address of the device at Apple or Google, which is secret",
        ], key: .number("t.number")
    ) { "token t WHERE t.recipient = \(recipient($0))" }

    static let exportedFormerTokens = ExportedTable(
        "former_token", as: "former-push-devices", "Former push devices that still appear in deliveries.",
        [
            .init("id"), .init("at", .moment), .init("reason"), .init("platform"), .init("app_version"),
        ], leftOut: ["number": number, "recipient": number], key: .number("t.number")
    ) { "former_token t WHERE t.recipient = \(recipient($0))" }

    /// The recipients of each notification, with the figures of their selection.
    static let inboxTable: SQL = """
        CREATE TABLE inbox (
            number INTEGER PRIMARY KEY,
            recipient INTEGER NOT NULL,
            notification INTEGER NOT NULL,
            distance REAL NOT NULL,
            radius INTEGER NOT NULL,
            position_at INTEGER NOT NULL,
            at INTEGER NOT NULL,
            read_at INTEGER
        ) STRICT;
        CREATE INDEX inbox_of_recipient ON inbox (recipient, number, notification, read_at);
        """

    /// A delivery waits until `next_at` in its channel; without `next_at` it has ended. `outages` counts its provider's
    /// outages when it was due, which use up no attempt. `is_unconfirmed`: it may have arrived without an answer.
    /// `end_state` and `end_reason`: it was ended in flight. `taken_queue` is how far a channel has read its queue:
    /// after a crash, every open delivery up to there may have left. `may_have_left` overrides it for one delivery: 0
    /// once it came back unsent, 1 when it is read again, else NULL. `gathering` is the role of a held delivery in a
    /// digest, `digest` the digest's delivery; `next_at` is then the end of its own notification. `was_deferred` marks
    /// deliveries that have waited for the end of quiet hours.
    static let deliveryTables: SQL = """
        CREATE TABLE delivery (
            number INTEGER PRIMARY KEY,
            notification INTEGER NOT NULL,
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
        CREATE INDEX delivery_of_recipient ON delivery (recipient, notification);
        CREATE INDEX ending_delivery ON delivery (number) WHERE end_state IS NOT NULL AND next_at IS NOT NULL;
        CREATE INDEX taken_delivery ON delivery (number) WHERE may_have_left = 1 AND next_at IS NOT NULL;
        -- With `gathering` in it, SQLite takes this one and not that of all that is due.
        CREATE INDEX held_delivery ON delivery (channel, gathering, next_at, recipient, token)
            WHERE gathering = 'held' AND next_at IS NOT NULL;
        CREATE INDEX held_delivery_of_recipient ON delivery (recipient, token)
            WHERE gathering = 'held' AND next_at IS NOT NULL;
        CREATE INDEX gathered_delivery ON delivery (digest) WHERE gathering = 'gathered' AND next_at IS NOT NULL;

        CREATE TABLE taken_queue (
            channel INTEGER PRIMARY KEY,
            next_at INTEGER NOT NULL,
            number INTEGER NOT NULL
        ) STRICT;

        -- Until when the provider of a channel is left alone, which it has asked for: a restart keeps to it.
        CREATE TABLE outage (
            channel INTEGER PRIMARY KEY,
            reason TEXT NOT NULL,
            since INTEGER NOT NULL,
            until INTEGER NOT NULL,
            tries INTEGER NOT NULL
        ) STRICT;

        -- Which pushes count for people who get only so many of a kind. Each notification counts once for a person, on
        -- however many push devices.
        CREATE TABLE push_count (
            number INTEGER PRIMARY KEY,
            recipient INTEGER NOT NULL,
            kind TEXT NOT NULL,
            notification INTEGER NOT NULL,
            at INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX push_count_of_recipient ON push_count (recipient, kind, at);
        CREATE INDEX old_push_count ON push_count (at);
        """

    /// `interaction` holds each action of a user once for a notification. The rows of `interaction_count` stay when
    /// users are erased. `link` is empty for an action without a link. `people_later` is the part of `people` whose
    /// push was sent after quiet hours.
    static let interactionTables: SQL = """
        CREATE TABLE interaction (
            number INTEGER PRIMARY KEY,
            recipient INTEGER NOT NULL,
            notification INTEGER NOT NULL,
            action TEXT NOT NULL,
            link TEXT,
            at INTEGER NOT NULL
        ) STRICT;
        CREATE UNIQUE INDEX interaction_of_recipient ON interaction (recipient, notification, action);
        CREATE INDEX old_interaction ON interaction (at);

        CREATE TABLE interaction_count (
            notification INTEGER NOT NULL,
            action TEXT NOT NULL,
            link TEXT NOT NULL,
            people INTEGER NOT NULL,
            people_later INTEGER NOT NULL DEFAULT 0,
            PRIMARY KEY (notification, action, link)
        ) STRICT, WITHOUT ROWID;
        """
}
