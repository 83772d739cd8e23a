// How announcements are found by their place and subject.

import Storage

extension PushSchema {
    /// Announcements that are not over stand in indexes of their own, by the cell of a grid in which they are
    /// (`AnnouncementGrid`), by their number, and by their subject; each holds all that it takes to look for something.
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

    /// What is opened by a notification that has `details`: an offer, an event or a professional, by its number. `subject` is
    /// the notification's own id, so that no search for announcements finds it.
    static let indexPages: SQL = """
        ALTER TABLE announcement ADD COLUMN page_type TEXT;
        ALTER TABLE announcement ADD COLUMN page_number INTEGER;
        CREATE INDEX page_announcement ON announcement (page_number, number) WHERE page_number IS NOT NULL;
        """

    /// What ended long ago is deleted; these find it, and the keys that still name an announcement.
    static let indexEnded: SQL = """
        CREATE INDEX ended_announcement ON announcement (ends_at) WHERE publisher IS NOT NULL AND is_over = 1;
        CREATE INDEX key_of_announcement ON idempotency_key (announcement);
        """
}
