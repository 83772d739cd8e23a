// Rows of the tables `probe` and `inquiry`: what was asked about people.

import Models
import Storage

/// What a publisher does that could find out where somebody is.
enum ProbeKind: String {
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
        let row = try connection.prepare(
            "SELECT latitude, longitude, at FROM probe WHERE publisher = ?1 AND kind = ?2 AND at > ?3 ORDER BY at DESC")
        try row.bind(1, publisher.text)
        try row.bind(2, kind.rawValue)
        try row.bind(3, now.adding(seconds: -CountRules.day).rawValue)
        var ends: [UnixTime] = []
        while ends.count < CountRules.probes, try row.step() {
            guard let probe = Coordinate(latitude: row.double(0), longitude: row.double(1)),
                GreatCircle.distance(probe, place) <= CountRules.area
            else { continue }
            ends.append(UnixTime(rawValue: row.int64(2)).adding(seconds: CountRules.day))
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
        let row = try connection.prepare(
            "INSERT INTO probe (publisher, kind, latitude, longitude, at) VALUES (?1, ?2, ?3, ?4, ?5)")
        try row.bind(1, publisher.text)
        try row.bind(2, kind.rawValue)
        try row.bind(3, place.latitude)
        try row.bind(4, place.longitude)
        try row.bind(5, now.rawValue)
        try row.run()
    }

    func delete(before moment: UnixTime) throws(StorageError) {
        let row = try connection.prepare("DELETE FROM probe WHERE at < ?1")
        try row.bind(1, moment.rawValue)
        try row.run()
    }
}

/// The table `inquiry`.
struct InquiryTable {
    let connection: Connection

    /// How often it was asked about somebody since a moment, and when for the first time; nil for never.
    func count(of recipient: Int64, since moment: UnixTime) throws(StorageError) -> (count: Int, first: UnixTime)? {
        let row = try connection.prepare("SELECT count(*), min(at) FROM inquiry WHERE recipient = ?1 AND at > ?2")
        try row.bind(1, recipient)
        try row.bind(2, moment.rawValue)
        guard try row.step(), let first = row.optionalInt64(1) else { return nil }
        return (Int(row.int64(0)), UnixTime(rawValue: first))
    }

    func insert(
        _ recipient: Int64, _ announcement: AnnouncementID, askedBy: String, at now: UnixTime
    ) throws(StorageError) {
        let row = try connection.prepare(
            "INSERT INTO inquiry (recipient, announcement, asked_by, at) VALUES (?1, ?2, ?3, ?4)")
        try row.bind(1, recipient)
        try row.bind(2, announcement.text)
        try row.bind(3, askedBy)
        try row.bind(4, now.rawValue)
        try row.run()
    }

    /// The latest first.
    func all(of recipient: Int64, limit: Int) throws(StorageError) -> [Inquiry] {
        let row = try connection.prepare(
            "SELECT at, asked_by, announcement FROM inquiry WHERE recipient = ?1 ORDER BY at DESC, number DESC LIMIT ?2"
        )
        try row.bind(1, recipient)
        try row.bind(2, limit)
        var inquiries: [Inquiry] = []
        while try row.step() {
            guard let announcement = AnnouncementID(row.text(2)) else { continue }
            inquiries.append(
                Inquiry(at: UnixTime(rawValue: row.int64(0)), askedBy: row.text(1), announcement: announcement))
        }
        return inquiries
    }

    func delete(of recipient: Int64) throws(StorageError) {
        let row = try connection.prepare("DELETE FROM inquiry WHERE recipient = ?1")
        try row.bind(1, recipient)
        try row.run()
    }

    func delete(before moment: UnixTime) throws(StorageError) {
        let row = try connection.prepare("DELETE FROM inquiry WHERE at < ?1")
        try row.bind(1, moment.rawValue)
        try row.run()
    }
}
