// Columns and tables that were named anew, as the code and the field call them.

import Storage

extension PushSchema {
    /// A new name changes the schema alone: it takes as long for one row as for millions.
    static let renameColumns: SQL = """
        ALTER TABLE token RENAME COLUMN handset TO push_device;
        ALTER TABLE token RENAME COLUMN handset_name TO push_device_name;
        ALTER TABLE delivery RENAME COLUMN lane TO channel;
        ALTER TABLE taken_queue RENAME COLUMN lane TO channel;
        ALTER TABLE undecided RENAME TO waiting_recipient;
        """
}
