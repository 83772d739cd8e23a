import Models
import Storage

/// The publishers' actions that could find out where a user is.
struct ProbeTable {
    let connection: Connection

    /// Returns the times at which the probes around a place expire, the latest first; without a place, all probes. The
    /// list has at most as many times as exhaust the limit.
    func ends(
        of publisher: PublisherID, _ kind: ProbeKind, near place: Coordinate?, at now: UnixTime
    ) throws(StorageError) -> [UnixTime] {
        var ends: [UnixTime] = []
        try connection.forEach(
            """
            SELECT latitude, longitude, at FROM probe WHERE publisher = \(publisher) AND kind = \(kind) \
            AND at > \(now.adding(seconds: -CountRules.day)) ORDER BY at DESC
            """
        ) { row throws(StorageError) in
            if let place {
                guard let probe = Coordinate(latitude: try row["latitude"], longitude: try row["longitude"]),
                    GreatCircle.distance(probe, place) <= CountRules.area
                else { return true }
            }
            let at: UnixTime = try row["at"]
            ends.append(at.adding(seconds: CountRules.day))
            return ends.count < CountRules.probes
        }
        return ends
    }

    /// Returns the time from which a probe around the place is allowed again; nil if it is allowed now.
    func end(
        of publisher: PublisherID, _ kind: ProbeKind, near place: Coordinate?, at now: UnixTime
    ) throws(StorageError) -> UnixTime? {
        let ends = try ends(of: publisher, kind, near: place, at: now)
        return ends.count < CountRules.probes ? nil : ends.last
    }

    func insert(
        _ publisher: PublisherID, _ kind: ProbeKind, at place: Coordinate?, _ now: UnixTime
    ) throws(StorageError) {
        try connection.run(
            """
            INSERT INTO probe (publisher, kind, latitude, longitude, at) \
            VALUES (\(publisher), \(kind), \(place?.latitude), \(place?.longitude), \(now))
            """)
    }
}

extension ProbeKind: ColumnValue {}

enum ProbeKind: String {
    case count
    case countAnywhere = "count-anywhere"
    case takeBack = "take-back"
}
