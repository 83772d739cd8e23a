import Storage

extension PushSchema {
    /// Current announcements have indexes of their own: by grid cell (`AnnouncementGrid`), by number and by subject.
    /// Each contains all columns that a search needs.
    static let placeAnnouncements: SQL = """
        ALTER TABLE announcement ADD COLUMN is_over INTEGER NOT NULL DEFAULT 0 CHECK (is_over IN (0, 1));
        ALTER TABLE announcement ADD COLUMN grid_row INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE announcement ADD COLUMN grid_column INTEGER NOT NULL DEFAULT 0;
        UPDATE announcement SET grid_row = CAST((latitude + 90) * 50 AS INTEGER),
            grid_column = CAST((longitude + 180) * 50 AS INTEGER);
        DROP INDEX present_announcement;
        CREATE INDEX placed_announcement ON announcement
            (type, grid_row, grid_column, number, ends_at, begins_at, latitude, longitude, category, subject, publisher, state,
            is_over)
            WHERE publisher IS NOT NULL AND state <> 'cancelled' AND is_over = 0;
        CREATE INDEX latest_announcement ON announcement
            (type, number, ends_at, begins_at, latitude, longitude, category, subject, publisher, state, is_over)
            WHERE publisher IS NOT NULL AND state <> 'cancelled' AND is_over = 0;
        CREATE INDEX named_announcement ON announcement
            (type, subject, number, publisher, begins_at, ends_at, state, is_over)
            WHERE publisher IS NOT NULL AND state <> 'cancelled' AND is_over = 0;
        CREATE INDEX ending_announcement ON announcement (ends_at) WHERE publisher IS NOT NULL AND is_over = 0;
        CREATE INDEX announcement_of_publisher ON announcement (publisher, number) WHERE publisher IS NOT NULL;
        """

    /// The page that a notification with `details` opens: an offer, an event or a professional, by its number.
    /// `subject` is the notification's own id, so that searches for announcements do not find it.
    static let indexPages: SQL = """
        ALTER TABLE announcement ADD COLUMN page_type TEXT;
        ALTER TABLE announcement ADD COLUMN page_number INTEGER;
        CREATE INDEX page_announcement ON announcement (page_number, number) WHERE page_number IS NOT NULL;
        """

    /// Indexes for deleting announcements that ended long ago, and for the keys that still name one.
    static let indexEnded: SQL = """
        CREATE INDEX ended_announcement ON announcement (ends_at) WHERE publisher IS NOT NULL AND is_over = 1;
        CREATE INDEX key_of_announcement ON idempotency_key (announcement);
        """
}
