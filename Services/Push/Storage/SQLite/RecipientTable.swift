// Rows of the table `recipient`.

import Models
import Storage

/// The table `recipient`.
struct RecipientTable {
    let connection: Connection

    func number(of account: String) throws(StorageError) -> Int64? {
        let row = try connection.prepare("SELECT number FROM recipient WHERE account = ?1")
        try row.bind(1, account)
        return try row.step() ? row.int64(0) : nil
    }

    func contains(_ number: Int64) throws(StorageError) -> Bool {
        let row = try connection.prepare("SELECT 1 FROM recipient WHERE number = ?1")
        try row.bind(1, number)
        return try row.step()
    }

    /// The number of an account, which gets one when it has none yet.
    func makeNumber(of account: String) throws(StorageError) -> Int64 {
        if let number = try number(of: account) { return number }
        let row = try connection.prepare("INSERT INTO recipient (account) VALUES (?1)")
        try row.bind(1, account)
        try row.run()
        return connection.lastInsertedRowID
    }

    /// Everybody behind a number, and the number behind which to go on; nil after the last. Handsets are not counted here.
    func all(after number: Int64, limit: Int) throws(StorageError) -> ([AudienceRow], next: Int64?) {
        let row = try connection.prepare(
            """
            SELECT number, is_closed, latitude, longitude, position_at, \(RecipientTable.preferences) \
            FROM recipient WHERE number > ?1 ORDER BY number LIMIT ?2
            """)
        try row.bind(1, number)
        try row.bind(2, limit)
        var rows: [AudienceRow] = []
        var (count, last) = (0, number)
        while try row.step() {
            (count, last) = (count + 1, row.int64(0))
            let position = row.optionalInt64(4).flatMap { at in
                Coordinate(latitude: row.double(2), longitude: row.double(3))
                    .map { Position(coordinate: $0, at: UnixTime(rawValue: at)) }
            }
            let member = AudienceMember(
                status: row.int64(1) != 0 ? .disabled : .active,
                preferences: RecipientTable.preferences(row, from: 5), position: position)
            rows.append(AudienceRow(recipient: last, member: member))
        }
        return (rows, count < limit ? nil : last)
    }

    // MARK: Preferences

    /// The columns that `preferences(_:from:)` reads.
    static let preferences = """
        recipient.new_offers, recipient.new_professionals, recipient.local_events, recipient.radius, \
        recipient.categories, recipient.quiet_from, recipient.quiet_to, recipient.time_zone
        """

    /// What a person wants to hear of, from eight columns of a row; nil for one who has not said.
    static func preferences(_ row: PreparedStatement, from first: Int32) -> NotificationPreferences? {
        guard let radius = row.optionalInt64(first + 3) else { return nil }
        var preferences = NotificationPreferences(
            choices: NotificationChoices(
                notifyNewOffers: row.int64(first) != 0, notifyNewProNearby: row.int64(first + 1) != 0,
                notifyLocalEvents: row.int64(first + 2) != 0, radius: Int(radius),
                categories: row.text(first + 4).utf8.split(separator: UInt8(ascii: ",")).compactMap(String.init)))
        if let start = row.optionalInt64(first + 5) {
            preferences.quietHours = QuietHours(
                start: Int(start), end: Int(row.int64(first + 6)), timeZone: row.text(first + 7))
        }
        return preferences
    }

    func setPreferences(_ preferences: NotificationPreferences?, of number: Int64) throws(StorageError) {
        let row = try connection.prepare(
            """
            UPDATE recipient SET new_offers = ?2, new_professionals = ?3, local_events = ?4, radius = ?5, \
            categories = ?6, quiet_from = ?7, quiet_to = ?8, time_zone = ?9, are_preferences_doubted = 0 \
            WHERE number = ?1
            """)
        try row.bind(1, number)
        if let choices = preferences?.choices {
            try row.bind(2, choices.notifyNewOffers ? 1 : 0)
            try row.bind(3, choices.notifyNewProNearby ? 1 : 0)
            try row.bind(4, choices.notifyLocalEvents ? 1 : 0)
            try row.bind(5, choices.radius)
            try row.bind(6, choices.categories.joined(separator: ","))
        }
        if let hours = preferences?.quietHours {
            try row.bind(7, hours.start)
            try row.bind(8, hours.end)
            try row.bind(9, hours.timeZone)
        }
        try row.run()
    }

    func quietHours(of number: Int64) throws(StorageError) -> QuietHours? {
        let row = try connection.prepare("SELECT \(RecipientTable.preferences) FROM recipient WHERE number = ?1")
        try row.bind(1, number)
        return try row.step() ? RecipientTable.preferences(row, from: 0)?.quietHours : nil
    }

    func doubtPreferences() throws(StorageError) {
        try connection.execute("UPDATE recipient SET are_preferences_doubted = 1 WHERE radius IS NOT NULL")
    }

    /// Forgets what a feed that started over has not told of again, and gives whose that was.
    func endDoubtOfPreferences() throws(StorageError) -> [Int64] {
        let numbers = try numbers("are_preferences_doubted = 1")
        for number in numbers { try setPreferences(nil, of: number) }
        return numbers
    }

    // MARK: Positions

    func setPosition(_ position: Position?, of number: Int64) throws(StorageError) {
        let row = try connection.prepare(
            """
            UPDATE recipient SET latitude = ?2, longitude = ?3, position_at = ?4, is_position_doubted = 0 \
            WHERE number = ?1
            """)
        try row.bind(1, number)
        try row.bind(2, position?.coordinate.latitude)
        try row.bind(3, position?.coordinate.longitude)
        try row.bind(4, position?.at.rawValue)
        try row.run()
    }

    /// Gives the withdrawal of a position its number. What was decided without knowing of it is not told to its person.
    func noteWithdrawnPosition(of number: Int64) throws(StorageError) -> Int64 {
        try connection.execute("UPDATE withdrawal_count SET last = last + 1")
        let withdrawal = try latestWithdrawal()
        let row = try connection.prepare("UPDATE recipient SET position_withdrawal = ?2 WHERE number = ?1")
        try row.bind(1, number)
        try row.bind(2, withdrawal)
        try row.run()
        return withdrawal
    }

    /// The number of the latest withdrawal of a position; 0 before the first.
    func latestWithdrawal() throws(StorageError) -> Int64 {
        let row = try connection.prepare("SELECT last FROM withdrawal_count")
        return try row.step() ? row.int64(0) : 0
    }

    func doubtPositions() throws(StorageError) {
        try connection.execute("UPDATE recipient SET is_position_doubted = 1 WHERE latitude IS NOT NULL")
    }

    /// Whether the feed has started over and not told again of the position of an account.
    func isPositionDoubted(of number: Int64) throws(StorageError) -> Bool {
        let row = try connection.prepare("SELECT is_position_doubted FROM recipient WHERE number = ?1")
        try row.bind(1, number)
        return try row.step() && row.int64(0) != 0
    }

    /// Forgets what a feed that started over has not told of again, and gives whose that was.
    func endDoubtOfPositions() throws(StorageError) -> [Int64] {
        let numbers = try numbers("is_position_doubted = 1")
        for number in numbers { try setPosition(nil, of: number) }
        return numbers
    }

    private func numbers(_ condition: String) throws(StorageError) -> [Int64] {
        let row = try connection.prepare("SELECT number FROM recipient WHERE \(condition)")
        var numbers: [Int64] = []
        while try row.step() { numbers.append(row.int64(0)) }
        return numbers
    }

    // MARK: Accounts

    /// Notes whether an account is closed, and makes it known.
    func setClosed(_ account: String, _ isClosed: Bool, number: Int64?) throws(StorageError) {
        let row = try connection.prepare(
            """
            INSERT INTO recipient (account, account_number, is_closed) VALUES (?1, ?2, ?3) \
            ON CONFLICT (account) DO UPDATE SET is_closed = ?3
            """)
        try row.bind(1, account)
        try row.bind(2, number)
        try row.bind(3, isClosed ? 1 : 0)
        try row.run()
    }

    func usesInbox(_ number: Int64) throws(StorageError) -> Bool {
        let row = try connection.prepare("SELECT uses_inbox FROM recipient WHERE number = ?1")
        try row.bind(1, number)
        return try row.step() && row.int64(0) != 0
    }

    func useInbox(_ number: Int64) throws(StorageError) {
        let row = try connection.prepare("UPDATE recipient SET uses_inbox = 1 WHERE number = ?1 AND uses_inbox = 0")
        try row.bind(1, number)
        try row.run()
    }

    func delete(_ number: Int64) throws(StorageError) {
        let row = try connection.prepare("DELETE FROM recipient WHERE number = ?1")
        try row.bind(1, number)
        try row.run()
    }
}
