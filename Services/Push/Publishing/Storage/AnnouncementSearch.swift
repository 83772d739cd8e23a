import Models
import Storage

/// Finds the announcements that are current at a given time. Reads only the covering indexes.
struct AnnouncementSearch {
    let connection: Connection
    var matches: ((_ number: Int64) throws(StorageError) -> Bool)?

    struct Hit {
        var number: Int64
        /// The distance in metres; nil if the search has no place.
        var distance: Double?
    }

    private struct Candidate {
        var type: AnnouncementType
        var subject: String
        var hit: Hit
    }

    /// The most announcements of a cell in a search without a filter. Older announcements are left out.
    private static let maximumPerCell = 1000
    /// The most announcements of a type in a search without a place and a filter. Older announcements are left out.
    private static let maximumPerType = 10_000
    /// The first reach of a search in metres. Each round doubles it.
    private static let firstReach = 2_000.0
    /// The longest reach in metres. Beyond this reach, the search uses the latest announcements of each type.
    private static let farthestReach = 128_000.0

    /// Returns the results, by distance or latest first. Only the latest announcement of each subject is included.
    func find(_ question: FindAnnouncements, at now: UnixTime) throws(StorageError) -> [Hit] {
        let span = Span(begun: min(question.until ?? now, now), lasting: max(question.from ?? now, now), now: now)
        let types = AnnouncementType.allCases.filter(question.types.contains)
        var start: Hit?
        if let after = question.after {
            // A page after an unknown announcement is empty.
            guard let found = try self.start(behind: after, question) else { return [] }
            start = found
        }
        guard let near = question.near else {
            let found = try latest(types, question, span, near: nil, behind: start)
            return try shown(found.sorted { $0.hit.number > $1.hit.number }, question, span)
        }
        let radius = question.radius ?? .infinity
        var reach = min(radius, AnnouncementSearch.firstReach)
        while true {
            var found: [Candidate] = []
            for type in types { found += try placed(type, near, reach, question, span, behind: start) }
            let isAll = reach >= radius
            if !isAll, reach >= AnnouncementSearch.farthestReach {
                found += try latest(types, question, span, near: near, behind: start)
                    .filter { $0.hit.distance ?? 0 > reach && $0.hit.distance ?? 0 <= radius }
            }
            found.sort { ($0.hit.distance ?? 0, $1.hit.number) < ($1.hit.distance ?? 0, $0.hit.number) }
            let hits = try shown(found, question, span)
            if isAll || reach >= AnnouncementSearch.farthestReach || hits.count >= question.limit { return hits }
            reach = min(radius, reach * 2)
        }
    }

    /// Returns the latest current announcement of the subject, from the publisher that currently owns the subject's
    /// name. If no announcement is current, returns the latest that has begun, of any publisher.
    func latest(of subject: AnnouncementSubject, _ types: [AnnouncementType], at now: UnixTime) throws(StorageError)
        -> Int64?
    {
        let span = Span(begun: now, lasting: now, now: now)
        for type in types {
            if let number = try number(of: subject.description, type, span) { return number }
        }
        var latest: Int64?
        try connection.forEach(
            """
            SELECT number, type FROM notification WHERE subject = \(subject.description) AND publisher IS NOT NULL \
            AND state <> 'cancelled' AND begins_at <= \(now) ORDER BY number DESC
            """
        ) { row throws(StorageError) in
            if let type: AnnouncementType = try row["type"], types.contains(type) { latest = try row["number"] }
            return latest == nil
        }
        return latest
    }

    /// The latest begin and the earliest end that an announcement may have.
    private struct Span {
        var begun: UnixTime
        var lasting: UnixTime
        var now: UnixTime
    }

    /// Returns a limit for SQL. With a filter (`matches`) no limit applies, because a limit could hide matches.
    private func bound(_ maximum: Int) -> Int { matches == nil ? maximum : .max }

    private func start(behind id: NotificationID, _ question: FindAnnouncements) throws(StorageError) -> Hit? {
        try connection.first(
            "SELECT number, latitude, longitude FROM notification WHERE id = \(id) AND publisher IS NOT NULL AND type IS NOT NULL"
        ) { row throws(StorageError) in try hit(row, from: question.near) }
    }

    /// Returns candidates within a circle, from the cells that it touches.
    private func placed(
        _ type: AnnouncementType, _ near: Coordinate, _ reach: Double, _ question: FindAnnouncements, _ span: Span,
        behind start: Hit?
    ) throws(StorageError) -> [Candidate] {
        let box = AnnouncementGrid.Box(around: near, radius: reach)
        var found: [Candidate] = []
        for columns in box.columns {
            var cell = AnnouncementGrid.Cell(row: box.rows.lowerBound, column: columns.lowerBound)
            while cell.row <= box.rows.upperBound, let next = try filled(type, from: cell, to: box.rows.upperBound) {
                cell = next
                if cell.column < columns.lowerBound {
                    cell.column = columns.lowerBound
                } else if cell.column > columns.upperBound {
                    cell = AnnouncementGrid.Cell(row: cell.row + 1, column: columns.lowerBound)
                } else {
                    found += try counting(type, in: cell, span) { row throws(StorageError) in
                        let one = try candidate(row, type, question, near, behind: start)
                        return one?.hit.distance ?? 0 <= reach ? one : nil
                    }
                    cell.column += 1
                }
            }
        }
        return found
    }

    /// Returns the first filled cell at or after `cell`; nil if all rows up to `last` are empty.
    private func filled(
        _ type: AnnouncementType, from cell: AnnouncementGrid.Cell, to last: Int
    ) throws(StorageError) -> AnnouncementGrid.Cell? {
        try connection.first(
            """
            SELECT grid_row, grid_column FROM notification WHERE type = \(type) \
            AND (grid_row, grid_column) >= (\(cell.row), \(cell.column)) AND grid_row <= \(last) \
            AND publisher IS NOT NULL AND state <> 'cancelled' AND is_over = 0 ORDER BY grid_row, grid_column LIMIT 1
            """
        ) { row throws(StorageError) in
            try AnnouncementGrid.Cell(row: row["grid_row"], column: row["grid_column"])
        }
    }

    private func counting(
        _ type: AnnouncementType, in cell: AnnouncementGrid.Cell, _ span: Span,
        _ read: (borrowing Row) throws(StorageError) -> Candidate?
    ) throws(StorageError) -> [Candidate] {
        try connection.all(
            """
            SELECT number, subject, latitude, longitude, category FROM notification \
            WHERE type = \(type) AND grid_row = \(cell.row) AND grid_column = \(cell.column) \
            AND ends_at > \(span.lasting) AND begins_at <= \(span.begun) AND publisher IS NOT NULL \
            AND state <> 'cancelled' AND is_over = 0 ORDER BY number DESC LIMIT \(bound(AnnouncementSearch.maximumPerCell))
            """, read)
    }

    private func latest(
        _ types: [AnnouncementType], _ question: FindAnnouncements, _ span: Span, near: Coordinate?, behind start: Hit?
    ) throws(StorageError) -> [Candidate] {
        var found: [Candidate] = []
        for type in types {
            let end: Int64 = near == nil ? start?.number ?? .max : .max
            var count = 0
            try connection.forEach(
                """
                SELECT number, subject, latitude, longitude, category, ends_at, begins_at FROM notification \
                WHERE type = \(type) AND number < \(end) AND publisher IS NOT NULL \
                AND state <> 'cancelled' AND is_over = 0 ORDER BY number DESC LIMIT \(bound(AnnouncementSearch.maximumPerType))
                """
            ) { row throws(StorageError) in
                guard try row["ends_at"] > span.lasting, try row["begins_at"] <= span.begun,
                    let one = try candidate(row, type, question, near, behind: start)
                else { return true }
                if near == nil {
                    // An announcement does not count against the limit if a later announcement has its subject.
                    guard try isLatest(one, span), try isMatch(one) else { return true }
                    count += 1
                }
                found.append(one)
                return count != question.limit
            }
        }
        return found
    }

    private func candidate(
        _ row: borrowing Row, _ type: AnnouncementType, _ question: FindAnnouncements, _ near: Coordinate?,
        behind start: Hit?
    ) throws(StorageError) -> Candidate? {
        if let category = question.category, try row["category"] as String? != category { return nil }
        let hit = try hit(row, from: near)
        if let start, let place = start.distance, let distance = hit.distance {
            guard (distance, start.number) > (place, hit.number) else { return nil }
        }
        return Candidate(type: type, subject: try row["subject"], hit: hit)
    }

    private func hit(_ row: borrowing Row, from near: Coordinate?) throws(StorageError) -> Hit {
        var hit = Hit(number: try row["number"])
        if let near, let place = Coordinate(latitude: try row["latitude"], longitude: try row["longitude"]) {
            hit.distance = GreatCircle.distance(near, place)
        }
        return hit
    }

    // MARK: Subjects

    /// Returns up to `limit` hits, in the same order. Near a place, each is the latest announcement of its subject and
    /// matches the filter; without a place, `latest` has checked this.
    private func shown(
        _ candidates: [Candidate], _ question: FindAnnouncements, _ span: Span
    ) throws(StorageError) -> [Hit] {
        var hits: [Hit] = []
        for one in candidates {
            if hits.count == question.limit { break }
            var isShown = question.near == nil
            if !isShown, try isLatest(one, span), try isMatch(one) { isShown = true }
            if isShown { hits.append(one.hit) }
        }
        return hits
    }

    private func isMatch(_ candidate: Candidate) throws(StorageError) -> Bool {
        guard let matches else { return true }
        return try matches(candidate.hit.number)
    }

    private func isLatest(_ candidate: Candidate, _ span: Span) throws(StorageError) -> Bool {
        try number(of: candidate.subject, candidate.type, span) == candidate.hit.number
    }

    /// Returns the latest announcement of the publisher that first announced the subject among the valid ones. So no
    /// other publisher can take over the page that a push opens.
    private func number(of subject: String, _ type: AnnouncementType, _ span: Span) throws(StorageError) -> Int64? {
        try connection.value(
            """
            SELECT number FROM notification \
            WHERE type = \(type) AND subject = \(subject) AND ends_at > \(span.lasting) \
            AND begins_at <= \(span.begun) AND publisher IS NOT NULL AND state <> 'cancelled' AND is_over = 0 \
            AND publisher = (SELECT publisher FROM notification \
            WHERE type = \(type) AND subject = \(subject) AND ends_at > \(span.now) AND begins_at <= \(span.now) \
            AND publisher IS NOT NULL AND state <> 'cancelled' AND is_over = 0 ORDER BY number LIMIT 1) \
            ORDER BY number DESC LIMIT 1
            """)
    }
}
