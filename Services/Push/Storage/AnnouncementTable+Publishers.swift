import Models
import Storage

extension AnnouncementTable {
    /// The begins of a publisher's announcements around a place that count as simultaneous with `moment`, earliest
    /// first. Cancelled announcements are excluded.
    ///
    /// Announcements without recipients count as well. Otherwise a refusal would reveal that users are near the place.
    ///
    /// - Parameter changed: The number of an announcement to exclude.
    func begins(
        of publisher: PublisherID, near place: Coordinate, with moment: UnixTime, except changed: Int64? = nil
    ) throws(StorageError) -> [UnixTime] {
        try connection.all(
            """
            SELECT latitude, longitude, begins_at FROM announcement \
            WHERE publisher = \(publisher) AND begins_at > \(moment.adding(seconds: -CountRules.together)) \
            AND begins_at < \(moment.adding(seconds: CountRules.together)) AND state <> 'cancelled' AND is_placed = 1 \
            AND number <> \(changed ?? 0) ORDER BY begins_at
            """
        ) { row throws(StorageError) in
            guard let other = Coordinate(latitude: try row["latitude"], longitude: try row["longitude"]),
                GreatCircle.distance(other, place) <= CountRules.area
            else { return nil }
            return try row["begins_at"]
        }
    }

    /// Nil for a test.
    func publisher(of number: Int64) throws(StorageError) -> PublisherID? {
        try connection.value("SELECT publisher FROM announcement WHERE number = \(number)")
    }
}
