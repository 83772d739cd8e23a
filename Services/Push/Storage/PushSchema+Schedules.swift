// What is kept of notifications for later, until they begin.

import Storage

extension PushSchema {
    /// By what a notification for later is judged again when it begins: the key that sent it, and what that is limited to.
    /// The row goes when the notification begins or is taken back. `refusal` says to its publisher why a notification was
    /// cancelled when it was to begin.
    static let keepSchedules: SQL = """
        \(notificationPlans)
        ALTER TABLE announcement ADD COLUMN refusal TEXT;
        """

    static let notificationPlans: SQL = """
        CREATE TABLE notification_plan (
            announcement INTEGER PRIMARY KEY,
            api_key TEXT NOT NULL,
            limits BLOB,
            is_operator INTEGER NOT NULL CHECK (is_operator IN (0, 1))
        ) STRICT;
        """
}
