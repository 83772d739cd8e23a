// The later steps of the push database.

extension PushSchema {
    /// Those announcements of a publisher are counted that begin together.
    static let indexBegins = """
        CREATE INDEX begin_of_publisher ON announcement (publisher, begins_at) WHERE publisher IS NOT NULL;
        """
}
