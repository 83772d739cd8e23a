import Models
import ServiceRuntime
import Storage

enum PreferenceSchema {
    static let feed = FeedTable(NotificationPreferences.feed)
    static let accountRows = AccountOwnedRows("preference")

    /// The steps of the schema. New steps are only appended, because released steps have run.
    static let migrations = [
        Migration("preferences schema 1") { connection in
            try connection.execute(tables)
            try feed.create(in: connection)
        }
    ]

    private static let tables: SQL = """
        \(preferences)
        \(AccountOwnedRows.requiredTables)
        """

    /// The preferences. The columns of choices are all NULL or all set, because a user may have set only one part.
    /// Categories, kinds, topics and tags are separated by commas. Kinds, topics and tags are NULL if empty.
    private static let preferences: SQL = """
        CREATE TABLE preference (
            account TEXT PRIMARY KEY NOT NULL,
            account_number INTEGER,
            is_confirmed INTEGER NOT NULL DEFAULT 1 CHECK (is_confirmed IN (0, 1)),
            new_offers INTEGER CHECK (new_offers IN (0, 1)),
            new_professionals INTEGER CHECK (new_professionals IN (0, 1)),
            local_events INTEGER CHECK (local_events IN (0, 1)),
            radius INTEGER,
            categories TEXT,
            quiet_from INTEGER,
            quiet_to INTEGER,
            time_zone TEXT,
            kinds_on TEXT,
            kinds_off TEXT,
            topics TEXT,
            given_topics TEXT,
            tags TEXT,
            allows_interruptions INTEGER CHECK (allows_interruptions IN (0, 1)),
            CHECK ((radius IS NULL) = (categories IS NULL) AND (radius IS NULL) = (new_offers IS NULL)
                AND (radius IS NULL) = (new_professionals IS NULL) AND (radius IS NULL) = (local_events IS NULL)),
            CHECK ((quiet_from IS NULL) = (quiet_to IS NULL) AND (quiet_from IS NULL) = (time_zone IS NULL))
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX doubted_preference ON preference (account) WHERE is_confirmed = 0;
        """

    static let export = AccountExport(
        [
            ExportedTable(
                "preference", as: "preferences",
                "Your notification preferences, radius and quiet hours, and the tags that publishers gave you.",
                [
                    .init("new_offers", .flag), .init("new_professionals", .flag), .init("local_events", .flag),
                    .init("radius", .whole), .init("categories"), .init("quiet_from", .whole),
                    .init("quiet_to", .whole), .init("time_zone"), .init("kinds_on"), .init("kinds_off"),
                    .init("topics"), .init("given_topics"), .init("tags"), .init("allows_interruptions", .flag),
                ],
                leftOut: ExportedTable.ownerColumns, key: .text("t.account")
            ) { "preference t WHERE t.account = \($0)" }
        ],
        leftOut: ["feed_preferences": "facts of the table preference for push"])
}
