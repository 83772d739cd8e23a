import Storage

extension PushSchema {
    /// Renaming changes only the schema, so it takes constant time.
    static let renameColumns: SQL = """
        ALTER TABLE token RENAME COLUMN handset TO push_device;
        ALTER TABLE token RENAME COLUMN handset_name TO push_device_name;
        ALTER TABLE delivery RENAME COLUMN lane TO channel;
        ALTER TABLE taken_queue RENAME COLUMN lane TO channel;
        ALTER TABLE undecided RENAME TO waiting_recipient;
        """
}
