// What push tokens hold beside what they began with.

import Storage

extension PushSchema {
    /// The language of the app, and an index of the muted push devices for dry runs.
    static let addLanguages: SQL = """
        ALTER TABLE token ADD COLUMN language TEXT;
        CREATE INDEX muted_token ON token (recipient) WHERE is_muted = 1 AND is_chosen = 1;
        """

    /// What a token of a Live Activity changes or starts.
    static let addActivities: SQL = """
        ALTER TABLE token ADD COLUMN activity TEXT;
        ALTER TABLE token ADD COLUMN activity_type TEXT;
        CREATE INDEX activity_token ON token (activity) WHERE activity IS NOT NULL;
        """

    /// All languages that the person reads, the first of them being `language`: the one whose texts there are counts.
    static let keepLanguages: SQL = "ALTER TABLE token ADD COLUMN languages TEXT;"

    /// What counts push devices by language reads this alone, in its order. Without `is_chosen` among its columns SQLite would
    /// read each row for it.
    static let indexLanguages: SQL = """
        CREATE INDEX chosen_language ON token (language, is_chosen) WHERE is_chosen = 1;
        """
}
