// What a publisher has announced around a place.

import Models
import Storage

extension AnnouncementTable {
    /// When those announcements of a publisher around a place begin that begin together with one at a moment, the first first.
    /// What was taken back is not among them.
    ///
    /// Whether anybody waits to be told does not matter: whoever counts what goes on could otherwise find out by a refusal.
    func begins(
        of publisher: PublisherID, near place: Coordinate, with moment: UnixTime
    ) throws(StorageError) -> [UnixTime] {
        let row = try connection.prepare(
            """
            SELECT latitude, longitude, begins_at FROM announcement INDEXED BY begin_of_publisher \
            WHERE publisher = ?1 AND begins_at > ?2 AND begins_at < ?3 AND state <> 'cancelled' ORDER BY begins_at
            """)
        try row.bind(1, publisher.text)
        try row.bind(2, moment.adding(seconds: -CountRules.together).rawValue)
        try row.bind(3, moment.adding(seconds: CountRules.together).rawValue)
        var begins: [UnixTime] = []
        while try row.step() {
            guard let other = Coordinate(latitude: row.double(0), longitude: row.double(1)),
                GreatCircle.distance(other, place) <= CountRules.area
            else { continue }
            begins.append(UnixTime(rawValue: row.int64(2)))
        }
        return begins
    }

    /// Who has announced it; nil for a test.
    func publisher(of number: Int64) throws(StorageError) -> PublisherID? {
        let row = try connection.prepare("SELECT publisher FROM announcement WHERE number = ?1")
        try row.bind(1, number)
        guard try row.step(), let text = row.optionalText(0) else { return nil }
        return PublisherID(text)
    }
}
