// Rows of the tables `probe` and `inquiry`: what was asked about people.

import Models
import Storage

/// What a publisher does that could find out where somebody is.
enum ProbeKind: String, ColumnValue {
    /// It counts and tells nobody.
    case count
    /// It takes back what it has announced.
    case takeBack = "take-back"
}

/// The table `probe`.
struct ProbeTable {
    let connection: Connection

    /// When those around a place end to count, the last first: no more than leave none.
    func ends(
        of publisher: PublisherID, _ kind: ProbeKind, near place: Coordinate, at now: UnixTime
    ) throws(StorageError) -> [UnixTime] {
        var ends: [UnixTime] = []
        try connection.forEach(
            """
            SELECT latitude, longitude, at FROM probe WHERE publisher = \(publisher) AND kind = \(kind) \
            AND at > \(now.adding(seconds: -CountRules.day)) ORDER BY at DESC
            """
        ) { row throws(StorageError) in
            if let probe = Coordinate(latitude: try row["latitude"], longitude: try row["longitude"]),
                GreatCircle.distance(probe, place) <= CountRules.area
            {
                let at: UnixTime = try row["at"]
                ends.append(at.adding(seconds: CountRules.day))
            }
            return ends.count < CountRules.probes
        }
        return ends
    }

    /// When there is one left around a place again; nil when there is one.
    func end(
        of publisher: PublisherID, _ kind: ProbeKind, near place: Coordinate, at now: UnixTime
    ) throws(StorageError) -> UnixTime? {
        let ends = try ends(of: publisher, kind, near: place, at: now)
        return ends.count < CountRules.probes ? nil : ends.last
    }

    func insert(
        _ publisher: PublisherID, _ kind: ProbeKind, at place: Coordinate, _ now: UnixTime
    ) throws(StorageError) {
        try connection.run(
            """
            INSERT INTO probe (publisher, kind, latitude, longitude, at) \
            VALUES (\(publisher), \(kind), \(place.latitude), \(place.longitude), \(now))
            """)
    }
}

/// The table `inquiry`.
struct InquiryTable {
    let connection: Connection

    /// How often it was asked about somebody since a moment, and when for the first time; nil for never.
    func count(of recipient: Int64, since moment: UnixTime) throws(StorageError) -> (count: Int, first: UnixTime)? {
        try connection.first(
            """
            SELECT count(*) AS inquiries, min(at) AS first FROM inquiry \
            WHERE recipient = \(recipient) AND at > \(moment)
            """
        ) { row throws(StorageError) in
            guard let first: UnixTime = try row["first"] else { return nil }
            return (try row["inquiries"], first)
        }
    }

    func insert(
        _ recipient: Int64, _ announcement: AnnouncementID, askedBy: String, at now: UnixTime
    ) throws(StorageError) {
        try connection.run(
            """
            INSERT INTO inquiry (recipient, announcement, asked_by, at) \
            VALUES (\(recipient), \(announcement), \(askedBy), \(now))
            """)
    }

    /// The latest first.
    func all(of recipient: Int64, limit: Int) throws(StorageError) -> [Inquiry] {
        try connection.all(
            """
            SELECT at, asked_by, announcement FROM inquiry WHERE recipient = \(recipient) \
            ORDER BY at DESC, number DESC LIMIT \(limit)
            """
        ) { row throws(StorageError) in
            try Inquiry(at: row["at"], askedBy: row["asked_by"], announcement: row["announcement"])
        }
    }

    func delete(of recipient: Int64) throws(StorageError) {
        try connection.run("DELETE FROM inquiry WHERE recipient = \(recipient)")
    }
}
