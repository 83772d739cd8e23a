import Models
import Storage

struct TokenRow {
    var number: Int64
    var recipient: Int64
    var shown: PushToken
    var session: String
    var isEnvironmentAssumed: Bool

    var pushDevice: PushDeviceKey { PushDeviceKey(pushDevice: shown.pushDevice, session: session) }
}

extension SecretText {
    /// The token in lower case, as APNs tokens are stored.
    var lowercased: SecretText {
        SecretText(String(decoding: value.utf8.map { 65...90 ~= $0 ? $0 | 0x20 : $0 }, as: UTF8.self))
    }

    fileprivate var end: SecretText {
        var bytes = Array(value.utf8)
        if let last = bytes.popLast() { bytes.append(last + 1) }
        return SecretText(String(decoding: bytes, as: UTF8.self))
    }
}

struct TokenTable {
    let connection: Connection

    static let selection: SQL = """
        token.number, token.id, token.recipient, token.session, token.provider, token.purpose, token.environment, \
        token.is_environment_assumed, token.platform, token.push_device, token.push_device_name, token.app_version, \
        token.topic, token.is_muted, token.created_at, token.updated_at, token.activity, token.activity_type, \
        recipient.account \
        FROM token JOIN recipient ON recipient.number = token.recipient
        """

    func find(_ number: Int64) throws(StorageError) -> TokenRow? {
        try connection.first("SELECT \(TokenTable.selection) WHERE token.number = \(number)", TokenRow.init)
    }

    func find(_ provider: PushProvider, _ token: SecretText, _ purpose: PushPurpose) throws(StorageError) -> TokenRow? {
        try connection.first(
            """
            SELECT \(TokenTable.selection) \
            WHERE token.provider = \(provider) AND token.token = \(token) AND token.purpose = \(purpose)
            """, TokenRow.init)
    }

    /// Returns a recipient's tokens, the last registered first.
    func all(of recipient: Int64) throws(StorageError) -> [TokenRow] {
        try connection.all(
            """
            SELECT \(TokenTable.selection) WHERE token.recipient = \(recipient) \
            ORDER BY token.updated_at DESC, token.number DESC
            """, TokenRow.init)
    }

    func numbers(of recipient: Int64, token: SecretText) throws(StorageError) -> [Int64] {
        try connection.values(
            "SELECT number FROM token WHERE recipient = \(recipient) AND token IN (\(token), \(token.lowercased))")
    }

    func all(ofSession session: String) throws(StorageError) -> [TokenRow] {
        try connection.all("SELECT \(TokenTable.selection) WHERE token.session = \(session)", TokenRow.init)
    }

    func all(silentSince moment: UnixTime, limit: Int) throws(StorageError) -> [TokenRow] {
        try connection.all(
            "SELECT \(TokenTable.selection) WHERE token.updated_at < \(moment)", limit: limit, TokenRow.init)
    }

    func reachable(of recipient: Int64) throws(StorageError) -> [Reachable] {
        try connection.all(
            """
            SELECT number, provider, environment, push_device, session, updated_at, \(DeviceFacts.columns) FROM token \
            WHERE recipient = \(recipient) AND purpose = 'alert'
            """
        ) { row throws(StorageError) in
            guard let provider: PushProvider = try row["provider"],
                let environment: PushEnvironment = try row["environment"]
            else { return nil }
            return try Reachable(
                token: row["number"], provider: provider, environment: environment,
                pushDevice: PushDeviceKey(pushDevice: row["push_device"], session: row["session"]),
                updatedAt: row["updated_at"], facts: DeviceFacts(row))
        }
    }

    func choose(of recipient: Int64) throws(StorageError) -> [DeviceFacts] {
        let chosen = PushDeviceChoice.one(of: try reachable(of: recipient))
        try connection.run("UPDATE token SET is_chosen = 0 WHERE recipient = \(recipient) AND is_chosen = 1")
        for token in chosen {
            try connection.run("UPDATE token SET is_chosen = 1 WHERE number = \(token.token)")
        }
        return chosen.map(\.facts)
    }

    /// Returns the push devices of the recipients above `first` and up to `last`.
    func pushDevices(after first: Int64, through last: Int64) throws(StorageError) -> [Int64: [DeviceFacts]] {
        try chosen("recipient > \(first) AND recipient <= \(last) AND is_chosen = 1 ORDER BY recipient, number")
    }

    func mutedPushDevices() throws(StorageError) -> [Int64: [DeviceFacts]] {
        try chosen("is_muted = 1 AND is_chosen = 1")
    }

    private func chosen(_ condition: SQL) throws(StorageError) -> [Int64: [DeviceFacts]] {
        var devices: [Int64: [DeviceFacts]] = [:]
        try connection.forEach("SELECT recipient, \(DeviceFacts.columns) FROM token WHERE \(condition)") {
            row throws(StorageError) in
            devices[try row["recipient"], default: []].append(try DeviceFacts(row))
            return true
        }
        return devices
    }

    func mutedPushDeviceCounts() throws(StorageError) -> [Int64: Int] {
        let counts = try connection.all(
            "SELECT recipient, count(*) AS devices FROM token WHERE is_muted = 1 AND is_chosen = 1 GROUP BY recipient"
        ) { row throws(StorageError) in (try row["recipient"] as Int64, try row["devices"] as Int) }
        return Dictionary(counts) { $1 }
    }

    // MARK: Changes

    func insert(
        _ registration: Registration, as id: PushTokenID, of recipient: Int64, isMuted: Bool, at now: UnixTime
    ) throws(StorageError) -> Int64 {
        let row: RowValues = [
            "id": "\(id)", "recipient": "\(recipient)", "session": "\(registration.session)",
            "provider": "\(registration.provider)", "token": "\(registration.token)",
            "purpose": "\(registration.purpose)", "environment": "\(registration.environment ?? .production)",
            "is_environment_assumed": "\(registration.environment == nil)", "platform": "\(registration.platform)",
            "push_device": "\(registration.pushDevice)", "push_device_name": "\(registration.pushDeviceName)",
            "app_version": "\(registration.appVersion)", "topic": "\(registration.topic)",
            "is_muted": "\(isMuted)", "created_at": "\(now)", "updated_at": "\(now)",
            "language": "\(registration.languages.first?.text)", "languages": "\(registration.languages.text)",
            "activity": "\(registration.activity)", "activity_type": "\(registration.activityType)",
            "time_zone": "\(registration.timeZone)",
        ]
        return try connection.insert("INSERT INTO token \(row.inserted) RETURNING number")
    }

    /// Updates a token. Values that the app does not repeat stay unchanged.
    func update(_ number: Int64, _ registration: Registration, at now: UnixTime) throws(StorageError) {
        let environment = registration.environment
        try connection.run(
            """
            UPDATE token SET session = \(registration.session), environment = coalesce(\(environment), environment), \
            is_environment_assumed = CASE WHEN \(environment) IS NULL THEN is_environment_assumed ELSE 0 END, \
            platform = \(registration.platform), push_device = coalesce(\(registration.pushDevice), push_device), \
            push_device_name = coalesce(\(registration.pushDeviceName), push_device_name), \
            app_version = coalesce(\(registration.appVersion), app_version), \
            topic = coalesce(\(registration.topic), topic), updated_at = \(now), \
            language = coalesce(\(registration.languages.first?.text), language), \
            languages = coalesce(\(registration.languages.text), languages), \
            activity = coalesce(\(registration.activity), activity), \
            activity_type = coalesce(\(registration.activityType), activity_type), \
            time_zone = coalesce(\(registration.timeZone), time_zone) WHERE number = \(number)
            """)
    }

    func copyTags(of former: Int64, to number: Int64) throws(StorageError) {
        try connection.run(
            "UPDATE token SET tags = (SELECT tags FROM token WHERE number = \(former)) WHERE number = \(number)")
    }

    func setTags(_ number: Int64, _ tags: [String]) throws(StorageError) {
        try connection.run("UPDATE token SET tags = \(Names.text(tags)) WHERE number = \(number)")
    }

    func setMuted(_ number: Int64, _ isMuted: Bool) throws(StorageError) {
        try connection.run("UPDATE token SET is_muted = \(isMuted) WHERE number = \(number)")
    }

    func setEnvironment(_ number: Int64, _ environment: PushEnvironment) throws(StorageError) {
        try connection.run(
            "UPDATE token SET environment = \(environment), is_environment_assumed = 0 WHERE number = \(number)")
    }

    /// The most ids of former tokens for a recipient. An app can register and remove tokens at any rate.
    static let maximumFormer = 500

    /// Deletes a token, but keeps its id for inquiries about deliveries, and why it ended; without a reason, another
    /// token of the same device replaces it.
    func delete(_ token: TokenRow, _ reason: SuppressionReason? = nil, at now: UnixTime) throws(StorageError) {
        try connection.run(
            """
            INSERT INTO former_token (number, id, recipient, at, reason, platform, app_version) \
            VALUES (\(token.number), \(token.shown.id), \(token.recipient), \(now), \(reason), \
            \(token.shown.platform), \(token.shown.appVersion))
            """)
        try connection.run(
            """
            DELETE FROM former_token WHERE number IN (SELECT number FROM former_token \
            WHERE recipient = \(token.recipient) ORDER BY number DESC LIMIT \(Int64.max) OFFSET \(TokenTable.maximumFormer))
            """)
        try connection.run("DELETE FROM token WHERE number = \(token.number)")
    }

    /// Returns the tokens that ended without a replacement, the last one first.
    func ended(of recipient: Int64, limit: Int) throws(StorageError) -> [EndedPushToken] {
        try connection.all(
            """
            SELECT id, platform, app_version, reason, at FROM former_token \
            WHERE recipient = \(recipient) AND reason IS NOT NULL ORDER BY number DESC
            """, limit: limit
        ) { row throws(StorageError) in
            try EndedPushToken(
                id: row["id"], platform: row["platform"], appVersion: row["app_version"], reason: row["reason"],
                at: row["at"])
        }
    }

    func erase(of recipient: Int64, in counts: inout ErasedRowCounts) throws(StorageError) {
        counts.add(try connection.run("DELETE FROM token WHERE recipient = \(recipient)"), of: "token")
        counts.add(try connection.run("DELETE FROM former_token WHERE recipient = \(recipient)"), of: "former_token")
    }

    /// Returns the tokens that begin with a prefix, the last registered first. `prefix` is non-empty ASCII.
    func all(beginningWith prefix: SecretText, limit: Int) throws(StorageError) -> [TokenRow] {
        // APNs tokens are stored in lower case.
        let lowercase = prefix.lowercased
        return try connection.all(
            """
            SELECT \(TokenTable.selection) \
            WHERE (token.provider = \(PushProvider.apns) AND token.token >= \(lowercase) AND token.token < \(lowercase.end)) \
            OR (token.provider = \(PushProvider.fcm) AND token.token >= \(prefix) AND token.token < \(prefix.end)) \
            ORDER BY token.updated_at DESC, token.number DESC
            """, limit: limit, TokenRow.init)
    }

    /// Returns the condition for tokens. A visible notification goes to the chosen token of each push device, a silent
    /// notification to all tokens for its purpose.
    static func condition(for content: NotificationContent) -> SQL {
        let purpose = content.purpose
        guard purpose != .alert else { return "token.is_chosen = 1" }
        guard let activity = content.liveActivity else { return "token.purpose = \(purpose)" }
        return purpose == .activityStart
            ? "token.purpose = \(purpose) AND token.activity_type = \(activity.attributesType)"
            : "token.purpose = \(purpose) AND token.activity = \(activity.activity)"
    }

    func reached(of recipient: Int64, by content: NotificationContent) throws(StorageError) -> [TokenRow] {
        try connection.all(
            """
            SELECT \(TokenTable.selection) WHERE token.recipient = \(recipient) AND \(TokenTable.condition(for: content)) \
            ORDER BY token.number
            """, TokenRow.init)
    }

    // MARK: Sessions and time zones

    /// Whether a session has ended. One of its requests may still be under way.
    func hasEnded(_ session: SessionID) throws(StorageError) -> Bool {
        try connection.exists("SELECT 1 FROM ended_session WHERE session = \(session)")
    }

    func end(_ session: SessionID, at now: UnixTime) throws(StorageError) {
        try connection.run(
            "INSERT INTO ended_session (session, at) VALUES (\(session), \(now)) ON CONFLICT (session) DO NOTHING")
    }

    private static let few = 500

    /// Returns each recipient's time zone: that of the quiet hours, else that of the last registered push device.
    func timeZones(of recipients: [Int64]) throws(StorageError) -> [Int64: String] {
        guard recipients.count > TokenTable.few else {
            var zones: [Int64: String] = [:]
            for recipient in recipients { zones[recipient] = try zone(of: recipient) }
            return zones
        }
        var zones: [Int64: String] = [:]
        try connection.forEach(
            """
            SELECT recipient, time_zone FROM token WHERE time_zone IS NOT NULL AND is_chosen = 1 \
            ORDER BY updated_at, number
            """
        ) { row throws(StorageError) in
            zones[try row["recipient"]] = try row["time_zone"] as String
            return true
        }
        try connection.forEach("SELECT number, time_zone FROM recipient WHERE time_zone IS NOT NULL") {
            row throws(StorageError) in
            zones[try row["number"]] = try row["time_zone"] as String
            return true
        }
        return zones
    }

    private func zone(of recipient: Int64) throws(StorageError) -> String? {
        try connection.value(
            """
            SELECT coalesce(recipient.time_zone, (SELECT token.time_zone FROM token \
            WHERE token.recipient = recipient.number AND token.is_chosen = 1 AND token.time_zone IS NOT NULL \
            ORDER BY token.updated_at DESC, token.number DESC LIMIT 1)) AS zone FROM recipient \
            WHERE recipient.number = \(recipient) AND (recipient.time_zone IS NOT NULL \
            OR EXISTS (SELECT 1 FROM token WHERE token.recipient = recipient.number AND token.is_chosen = 1 \
            AND token.time_zone IS NOT NULL))
            """)
    }

    // MARK: Languages

    /// The most languages that are counted one by one. The rest count as others.
    static let maximumLanguages = 10_000

    /// Counts languages, one for each push device, the most frequent first. Scans a covering index.
    func countsByLanguage(limit: Int) throws(StorageError) -> [FoldedCounts.Group] {
        try connection.all(
            """
            SELECT language, count(*) AS count FROM token WHERE is_chosen = 1 GROUP BY language \
            ORDER BY count(*) DESC LIMIT \(limit)
            """
        ) { row throws(StorageError) in
            FoldedCounts.Group(name: try row["language"], count: try row["count"])
        }
    }

    /// Whether at least `FoldedCounts.minimum` people have push devices of a language; nil means no language. Stops at
    /// the last of these people.
    func hasManyPeople(_ language: String?) throws(StorageError) -> Bool {
        let isOfLanguage: SQL = if let language { "language = \(language)" } else { "language IS NULL" }
        return try hasManyPeople(where: isOfLanguage)
    }

    /// Whether at least `FoldedCounts.minimum` people have push devices of other languages than these.
    func hasManyPeople(outside languages: [FoldedCounts.Group]) throws(StorageError) -> Bool {
        let names = languages.map { $0.name ?? "" }
        let isOther: SQL = names.isEmpty ? "1 = 1" : "coalesce(language, '') NOT IN \(list: names)"
        return try hasManyPeople(where: isOther)
    }

    private func hasManyPeople(where isCounted: SQL) throws(StorageError) -> Bool {
        let people: Int? = try connection.value(
            """
            SELECT count(*) FROM (SELECT DISTINCT recipient FROM token WHERE is_chosen = 1 AND \(isCounted) \
            LIMIT \(FoldedCounts.minimum)) AS people
            """)
        return people ?? 0 >= FoldedCounts.minimum
    }

    func countOfChosen() throws(StorageError) -> Int {
        try connection.value("SELECT count(*) FROM token WHERE is_chosen = 1") ?? 0
    }
}

extension DeviceFacts {
    static let columns: SQL = "token.platform, token.language, token.app_version, token.tags AS device_tags"

    init(_ row: borrowing Row) throws(StorageError) {
        let version: String? = try row["app_version"]
        self.init(
            platform: try row["platform"], language: try row["language"], version: version,
            tags: Names.read(try row["device_tags"]))
    }
}

extension TokenRow {
    /// Reads a token; nil for a value that only a later version knows.
    init?(_ row: borrowing Row) throws(StorageError) {
        guard let provider: PushProvider = try row["provider"], let purpose: PushPurpose = try row["purpose"],
            let environment: PushEnvironment = try row["environment"]
        else { return nil }
        let shown = try PushToken(
            id: row["id"], account: row["account"], provider: provider, environment: environment,
            purpose: purpose, platform: row["platform"], pushDevice: row["push_device"],
            pushDeviceName: row["push_device_name"], appVersion: row["app_version"], topic: row["topic"],
            isMuted: row["is_muted"], createdAt: row["created_at"], updatedAt: row["updated_at"],
            activity: row["activity"], activityType: row["activity_type"])
        try self.init(
            number: row["number"], recipient: row["recipient"], shown: shown, session: row["session"],
            isEnvironmentAssumed: row["is_environment_assumed"])
    }
}
