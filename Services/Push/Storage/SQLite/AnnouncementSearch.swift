// What is announced now, and where.

import Models
import Storage

/// Looks for announcements that count at a moment. It reads an index that holds all it takes, and no announcement.
struct AnnouncementSearch {
    let connection: Connection

    struct Hit {
        var number: Int64
        /// Metres; nil when it was not asked from where.
        var distance: Double?
    }

    /// Nearest first, or the latest first; of one subject the latest only.
    func find(_ question: FindAnnouncements, at now: UnixTime) throws(StorageError) -> [Hit] {
        let begun = min(question.until ?? now, now)
        let lasting = max(question.from ?? now, now)
        var latest: [Subject: Hit] = [:]
        for type in Set(question.types) {
            let row = try connection.prepare(
                """
                SELECT number, subject, latitude, longitude, category FROM announcement \
                WHERE type = ?1 AND ends_at > ?2 AND begins_at <= ?3 AND publisher IS NOT NULL AND state <> 'cancelled'
                """)
            try row.bind(1, type.rawValue)
            try row.bind(2, lasting.rawValue)
            try row.bind(3, begun.rawValue)
            while try row.step() {
                if let category = question.category, row.optionalText(4) != category { continue }
                let subject = Subject(type: type, name: row.text(1))
                let number = row.int64(0)
                if let former = latest[subject], former.number > number { continue }
                latest[subject] = Hit(number: number, distance: distance(question, row))
            }
        }
        var hits = latest.values.filter { isWithin(question, $0) }
        hits.sort { ($0.distance ?? 0, $1.number) < ($1.distance ?? 0, $0.number) }
        return Array(hits.prefix(question.limit))
    }

    private struct Subject: Hashable {
        var type: AnnouncementType
        var name: String
    }

    private func distance(_ question: FindAnnouncements, _ row: PreparedStatement) -> Double? {
        guard let near = question.near, let place = Coordinate(latitude: row.double(2), longitude: row.double(3)) else {
            return nil
        }
        return GreatCircle.distance(near, place)
    }

    private func isWithin(_ question: FindAnnouncements, _ hit: Hit) -> Bool {
        guard let radius = question.radius, let distance = hit.distance else { return true }
        return distance <= radius
    }
}
