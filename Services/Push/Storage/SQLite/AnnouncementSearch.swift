// What is announced now, and where.

import Models
import Storage

/// Looks for announcements that count at a moment. It reads indexes that hold all it takes, and no more of them than it needs.
struct AnnouncementSearch {
    let connection: Connection

    struct Hit {
        var number: Int64
        /// Metres; nil when it was not asked from where.
        var distance: Double?
    }

    /// A row of one of the indexes.
    private struct Candidate {
        var type: AnnouncementType
        var subject: String
        var hit: Hit
    }

    /// The most announcements of one cell that are looked at, the latest ones.
    private static let mostOfCell = 1000
    /// The most announcements of a type that are looked at, the latest ones, where no place bounds the search.
    private static let mostOfType = 10_000
    /// How far the first look goes, in metres; each goes twice as far as the one before.
    private static let firstReach = 2_000.0
    /// How far such looks go at most. What is farther away is found among the latest of each type.
    private static let farthestReach = 128_000.0

    /// Nearest first, or the latest first; of one subject the latest only.
    func find(_ question: FindAnnouncements, at now: UnixTime) throws(StorageError) -> [Hit] {
        let span = Span(question, at: now)
        let types = AnnouncementType.allCases.filter(question.types.contains)
        var start: Hit?
        if let after = question.after {
            // Nothing stands behind what is not there.
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

    /// The latest announcement of a subject that has begun, of the publisher whose name it is now; nil for none.
    func latest(
        of subject: SubjectID, _ types: [AnnouncementType], at now: UnixTime
    ) throws(StorageError) -> Int64? {
        let span = Span(begun: now, lasting: now, now: now)
        for type in types {
            if let number = try number(of: subject.kept, type, span) { return number }
        }
        let row = try connection.prepare(
            """
            SELECT number, type FROM announcement WHERE subject = ?1 AND publisher IS NOT NULL \
            AND state <> 'cancelled' AND begins_at <= ?2 ORDER BY number DESC
            """)
        try row.bind(1, subject.kept)
        try row.bind(2, now.rawValue)
        while try row.step() {
            if let type = AnnouncementType(rawValue: row.text(1)), types.contains(type) { return row.int64(0) }
        }
        return nil
    }

    /// Of when an announcement has to be.
    private struct Span {
        var begun: UnixTime
        var lasting: UnixTime
        var now: UnixTime

        init(begun: UnixTime, lasting: UnixTime, now: UnixTime) {
            (self.begun, self.lasting, self.now) = (begun, lasting, now)
        }

        init(_ question: FindAnnouncements, at now: UnixTime) {
            self.init(begun: min(question.until ?? now, now), lasting: max(question.from ?? now, now), now: now)
        }
    }

    // MARK: Candidates

    /// Where a page ends: nil when there is no such announcement.
    private func start(behind id: AnnouncementID, _ question: FindAnnouncements) throws(StorageError) -> Hit? {
        let row = try connection.prepare(
            "SELECT number, latitude, longitude FROM announcement WHERE id = ?1 AND publisher IS NOT NULL")
        try row.bind(1, id.text)
        guard try row.step() else { return nil }
        return Hit(number: row.int64(0), distance: distance(question.near, row, 1))
    }

    /// What lies in the cells that a circle touches, as far as it lies in the circle.
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
                    let row = try self.row(of: type, in: cell, span)
                    while try row.step() {
                        guard let one = candidate(row, type, question, near, behind: start) else { continue }
                        if one.hit.distance ?? 0 <= reach { found.append(one) }
                    }
                    cell.column += 1
                }
            }
        }
        return found
    }

    /// The first cell with anything in it, at or behind one; nil when there is none up to a row.
    private func filled(
        _ type: AnnouncementType, from cell: AnnouncementGrid.Cell, to last: Int
    ) throws(StorageError) -> AnnouncementGrid.Cell? {
        let row = try connection.prepare(
            """
            SELECT grid_row, grid_column FROM announcement INDEXED BY placed_announcement WHERE type = ?1 \
            AND (grid_row, grid_column) >= (?2, ?3) AND grid_row <= ?4 \
            AND publisher IS NOT NULL AND state <> 'cancelled' AND is_over = 0 ORDER BY grid_row, grid_column LIMIT 1
            """)
        try row.bind(1, type.rawValue)
        try row.bind(2, cell.row)
        try row.bind(3, cell.column)
        try row.bind(4, last)
        return try row.step() ? AnnouncementGrid.Cell(row: Int(row.int64(0)), column: Int(row.int64(1))) : nil
    }

    /// What counts in a cell, the latest first.
    private func row(
        of type: AnnouncementType, in cell: AnnouncementGrid.Cell, _ span: Span
    ) throws(StorageError) -> PreparedStatement {
        let row = try connection.prepare(
            """
            SELECT number, subject, latitude, longitude, category FROM announcement INDEXED BY placed_announcement \
            WHERE type = ?1 AND grid_row = ?2 AND grid_column = ?3 AND ends_at > ?4 AND begins_at <= ?5 \
            AND publisher IS NOT NULL AND state <> 'cancelled' AND is_over = 0 ORDER BY number DESC LIMIT ?6
            """)
        try row.bind(1, type.rawValue)
        try row.bind(2, cell.row)
        try row.bind(3, cell.column)
        try row.bind(4, span.lasting.rawValue)
        try row.bind(5, span.begun.rawValue)
        try row.bind(6, AnnouncementSearch.mostOfCell)
        return row
    }

    /// The latest of each type.
    private func latest(
        _ types: [AnnouncementType], _ question: FindAnnouncements, _ span: Span, near: Coordinate?, behind start: Hit?
    ) throws(StorageError) -> [Candidate] {
        var found: [Candidate] = []
        for type in types {
            let row = try connection.prepare(
                """
                SELECT number, subject, latitude, longitude, category, ends_at, begins_at FROM announcement \
                INDEXED BY latest_announcement WHERE type = ?1 AND number < ?2 AND publisher IS NOT NULL \
                AND state <> 'cancelled' AND is_over = 0 ORDER BY number DESC LIMIT ?3
                """)
            try row.bind(1, type.rawValue)
            try row.bind(2, near == nil ? start?.number ?? .max : .max)
            try row.bind(3, AnnouncementSearch.mostOfType)
            var count = 0
            while try row.step() {
                guard row.int64(5) > span.lasting.rawValue, row.int64(6) <= span.begun.rawValue,
                    let one = candidate(row, type, question, near, behind: start)
                else { continue }
                if near == nil {
                    // What is not the latest of its subject takes no place of the others.
                    guard try isLatest(one, span) else { continue }
                    count += 1
                }
                found.append(one)
                if count == question.limit { break }
            }
        }
        return found
    }

    /// Nil for a row of another category, or one that the pages before had.
    private func candidate(
        _ row: PreparedStatement, _ type: AnnouncementType, _ question: FindAnnouncements, _ near: Coordinate?,
        behind start: Hit?
    ) -> Candidate? {
        if let category = question.category, row.optionalText(4) != category { return nil }
        let hit = Hit(number: row.int64(0), distance: distance(near, row, 2))
        if let start, let place = start.distance, let distance = hit.distance {
            guard (distance, start.number) > (place, hit.number) else { return nil }
        }
        return Candidate(type: type, subject: row.text(1), hit: hit)
    }

    private func distance(_ near: Coordinate?, _ row: PreparedStatement, _ first: Int32) -> Double? {
        guard let near, let place = Coordinate(latitude: row.double(first), longitude: row.double(first + 1)) else {
            return nil
        }
        return GreatCircle.distance(near, place)
    }

    // MARK: Subjects

    /// As many as are asked for, in their order, each the latest of its subject.
    private func shown(
        _ candidates: [Candidate], _ question: FindAnnouncements, _ span: Span
    ) throws(StorageError) -> [Hit] {
        var hits: [Hit] = []
        for one in candidates {
            if hits.count == question.limit { break }
            var isShown = question.near == nil
            if !isShown { isShown = try isLatest(one, span) }
            if isShown { hits.append(one.hit) }
        }
        return hits
    }

    private func isLatest(_ candidate: Candidate, _ span: Span) throws(StorageError) -> Bool {
        try number(of: candidate.subject, candidate.type, span) == candidate.hit.number
    }

    /// The announcement that stands for a subject: the latest of the publisher who was the first to announce it among those whose
    /// announcements count. So nobody takes over what another one's pushes lead to.
    private func number(
        of subject: String, _ type: AnnouncementType, _ span: Span
    ) throws(StorageError) -> Int64? {
        let row = try connection.prepare(
            """
            SELECT number FROM announcement INDEXED BY named_announcement WHERE type = ?1 AND subject = ?2 \
            AND ends_at > ?3 AND begins_at <= ?4 AND publisher IS NOT NULL AND state <> 'cancelled' AND is_over = 0 \
            AND publisher = (SELECT publisher FROM announcement INDEXED BY named_announcement \
            WHERE type = ?1 AND subject = ?2 AND ends_at > ?5 AND begins_at <= ?5 \
            AND publisher IS NOT NULL AND state <> 'cancelled' AND is_over = 0 ORDER BY number LIMIT 1) \
            ORDER BY number DESC LIMIT 1
            """)
        try row.bind(1, type.rawValue)
        try row.bind(2, subject)
        try row.bind(3, span.lasting.rawValue)
        try row.bind(4, span.begun.rawValue)
        try row.bind(5, span.now.rawValue)
        return try row.step() ? row.int64(0) : nil
    }
}
