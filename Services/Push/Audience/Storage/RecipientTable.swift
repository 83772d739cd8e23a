import Models
import Storage

struct RecipientTable {
    let connection: Connection

    func number(of account: String) throws(StorageError) -> Int64? {
        try connection.value("SELECT number FROM recipient WHERE account = \(account)")
    }

    func contains(_ number: Int64) throws(StorageError) -> Bool {
        try connection.exists("SELECT 1 FROM recipient WHERE number = \(number)")
    }

    func makeNumber(of account: String) throws(StorageError) -> Int64 {
        if let number = try number(of: account) { return number }
        return try connection.insert("INSERT INTO recipient (account) VALUES (\(account)) RETURNING number")
    }

    /// A portion of the rows, without push devices. The second number is for the next portion; nil after the last.
    func all(after number: Int64, limit: Int) throws(StorageError) -> ([AudienceRow], next: Int64?) {
        let rows = try connection.all(
            """
            SELECT number, is_closed, latitude, longitude, position_at, \(RecipientTable.preferences) \
            FROM recipient WHERE number > \(number) ORDER BY number
            """, limit: limit, AudienceRow.init)
        return (rows, rows.count < limit ? nil : rows.last?.recipient ?? number)
    }

    // MARK: Preferences

    static let preferences: SQL = SQL(list: values(of: nil).columns.map { "recipient.\($0)" })

    private static func values(of preferences: NotificationPreferences?) -> RowValues {
        let (choices, hours) = (preferences?.choices, preferences?.quietHours)
        return [
            "new_offers": "\(choices?.notifyNewOffers)", "new_professionals": "\(choices?.notifyNewProNearby)",
            "local_events": "\(choices?.notifyLocalEvents)", "radius": "\(choices?.notificationRadius)",
            "categories": "\(choices?.preferredCategories.joined(separator: ","))", "quiet_from": "\(hours?.start)",
            "quiet_to": "\(hours?.end)", "time_zone": "\(hours?.timeZone)",
            "allows_interruptions": "\(hours?.allowsInterruptions)",
            "kinds_on": "\(Names.text(preferences?.kindsOn))", "kinds_off": "\(Names.text(preferences?.kindsOff))",
            "topics": "\(Names.text(preferences?.topics))",
            "given_topics": "\(Names.text(preferences?.givenTopics))", "tags": "\(Names.text(preferences?.tags))",
        ]
    }

    static func preferences(_ row: borrowing Row) throws(StorageError) -> NotificationPreferences? {
        var preferences = NotificationPreferences()
        if let radius: Int = try row["radius"] {
            let categories: String = try row["categories"]
            preferences.choices = NotificationChoices(
                notifyNewOffers: try row["new_offers"], notifyNewProNearby: try row["new_professionals"],
                notifyLocalEvents: try row["local_events"], notificationRadius: radius,
                preferredCategories: categories.utf8.split(separator: UInt8(ascii: ",")).compactMap(String.init))
        }
        if let start: Int = try row["quiet_from"] {
            preferences.quietHours = QuietHours(
                start: start, end: try row["quiet_to"], timeZone: try row["time_zone"],
                allowsInterruptions: try row["allows_interruptions"])
        }
        preferences.kindsOn = Names.given(try row["kinds_on"])
        preferences.kindsOff = Names.given(try row["kinds_off"])
        preferences.topics = Names.given(try row["topics"])
        preferences.givenTopics = Names.given(try row["given_topics"])
        preferences.tags = Names.given(try row["tags"])
        return preferences == NotificationPreferences() ? nil : preferences
    }

    func preferences(of number: Int64) throws(StorageError) -> NotificationPreferences? {
        try connection.first(
            "SELECT \(RecipientTable.preferences) FROM recipient WHERE number = \(number)", RecipientTable.preferences)
    }

    func numbers(of accounts: [AccountID]) throws(StorageError) -> [AccountID: Int64] {
        var numbers: [AccountID: Int64] = [:]
        for account in accounts { numbers[account] = try number(of: account.text) }
        return numbers
    }

    func setPreferences(_ preferences: NotificationPreferences?, of number: Int64) throws(StorageError) {
        try connection.run(
            """
            UPDATE recipient SET \(RecipientTable.values(of: preferences).assigned), are_preferences_doubted = 0 \
            WHERE number = \(number)
            """)
    }

    func doubtPreferences() throws(StorageError) {
        try connection.run(
            """
            UPDATE recipient SET are_preferences_doubted = 1 WHERE radius IS NOT NULL OR quiet_from IS NOT NULL \
            OR kinds_on IS NOT NULL OR kinds_off IS NOT NULL OR topics IS NOT NULL OR given_topics IS NOT NULL \
            OR tags IS NOT NULL
            """)
    }

    /// Deletes the preferences that a restarted feed has not repeated. Returns the recipients.
    func endDoubtOfPreferences() throws(StorageError) -> [Int64] {
        let numbers: [Int64] = try connection.values("SELECT number FROM recipient WHERE are_preferences_doubted = 1")
        for number in numbers { try setPreferences(nil, of: number) }
        return numbers
    }

    // MARK: Positions

    func setPosition(_ position: Position?, of number: Int64) throws(StorageError) {
        let place = position?.coordinate
        try connection.run(
            """
            UPDATE recipient SET latitude = \(place?.latitude), longitude = \(place?.longitude), \
            position_at = \(position?.at), is_position_doubted = 0 WHERE number = \(number)
            """)
    }

    /// Records a withdrawn position, and returns its number. Audiences that were resolved before it skip the recipient.
    func recordWithdrawnPosition(of number: Int64) throws(StorageError) -> Int64 {
        try connection.run("UPDATE withdrawal_count SET last = last + 1")
        let withdrawal = try latestWithdrawal()
        try connection.run("UPDATE recipient SET position_withdrawal = \(withdrawal) WHERE number = \(number)")
        return withdrawal
    }

    /// Returns the number of the latest withdrawal; 0 before the first.
    func latestWithdrawal() throws(StorageError) -> Int64 {
        try connection.value("SELECT last FROM withdrawal_count") ?? 0
    }

    func doubtPositions() throws(StorageError) {
        try connection.run("UPDATE recipient SET is_position_doubted = 1 WHERE latitude IS NOT NULL")
    }

    /// Whether the feed has started over and not yet repeated the position.
    func isPositionDoubted(of number: Int64) throws(StorageError) -> Bool {
        try connection.value("SELECT is_position_doubted FROM recipient WHERE number = \(number)") ?? false
    }

    /// Deletes the positions that a restarted feed has not repeated. Returns the recipients.
    func endDoubtOfPositions() throws(StorageError) -> [Int64] {
        let numbers: [Int64] = try connection.values("SELECT number FROM recipient WHERE is_position_doubted = 1")
        for number in numbers { try setPosition(nil, of: number) }
        return numbers
    }

    // MARK: Accounts

    func setClosed(_ account: String, _ isClosed: Bool, number: Int64?) throws(StorageError) {
        try connection.run(
            """
            INSERT INTO recipient (account, account_number, is_closed) VALUES (\(account), \(number), \(isClosed)) \
            ON CONFLICT (account) DO UPDATE SET is_closed = excluded.is_closed
            """)
    }

    func usesInbox(_ number: Int64) throws(StorageError) -> Bool {
        try connection.value("SELECT uses_inbox FROM recipient WHERE number = \(number)") ?? false
    }

    func useInbox(_ number: Int64) throws(StorageError) {
        try connection.run("UPDATE recipient SET uses_inbox = 1 WHERE number = \(number) AND uses_inbox = 0")
    }

    func delete(_ number: Int64) throws(StorageError) -> Int {
        try connection.run("DELETE FROM recipient WHERE number = \(number)")
    }
}

extension AudienceRow {
    fileprivate init(_ row: borrowing Row) throws(StorageError) {
        var position: Position?
        if let at: UnixTime = try row["position_at"],
            let place = Coordinate(latitude: try row["latitude"], longitude: try row["longitude"])
        {
            position = Position(coordinate: place, at: at)
        }
        let member = AudienceMember(
            status: try row["is_closed"] ? .disabled : .active, preferences: try RecipientTable.preferences(row),
            position: position)
        self.init(recipient: try row["number"], member: member)
    }
}
