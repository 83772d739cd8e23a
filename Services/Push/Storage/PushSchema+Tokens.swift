import Storage

extension PushSchema {
    /// The language of the app, and an index of muted push devices for dry runs.
    static let addLanguages: SQL = """
        ALTER TABLE token ADD COLUMN language TEXT;
        CREATE INDEX muted_token ON token (recipient) WHERE is_muted = 1 AND is_chosen = 1;
        """

    /// The Live Activity that a token updates or starts.
    static let addActivities: SQL = """
        ALTER TABLE token ADD COLUMN activity TEXT;
        ALTER TABLE token ADD COLUMN activity_type TEXT;
        CREATE INDEX activity_token ON token (activity) WHERE activity IS NOT NULL;
        """

    /// All languages of the user, `language` first. The first one with a text is used.
    static let keepLanguages: SQL = "ALTER TABLE token ADD COLUMN languages TEXT;"

    /// A covering index for counting push devices by language. Without `is_chosen` among its columns SQLite would read
    /// every row.
    static let indexLanguages: SQL = """
        CREATE INDEX chosen_language ON token (language, is_chosen) WHERE is_chosen = 1;
        """
}
