// Rows of the table `token`.

import Models
import Storage

/// A row of the table `token`.
struct TokenRow {
    var number: Int64
    var recipient: Int64
    var shown: PushToken
    var session: String
    var isEnvironmentAssumed: Bool

    var handset: HandsetKey { HandsetKey(handset: shown.handset, session: session) }
}

/// The table `token`.
struct TokenTable {
    let connection: Connection

    private static let columns = """
        token.number, token.id, token.recipient, token.session, token.provider, token.purpose, token.environment, \
        token.is_environment_assumed, token.platform, token.handset, token.handset_name, token.app_version, token.topic, \
        token.is_muted, token.created_at, token.updated_at, recipient.account \
        FROM token JOIN recipient ON recipient.number = token.recipient
        """

    func find(_ number: Int64) throws(StorageError) -> TokenRow? {
        let row = try connection.prepare("SELECT \(TokenTable.columns) WHERE token.number = ?1")
        try row.bind(1, number)
        return try row.step() ? read(row) : nil
    }

    func find(_ provider: PushProvider, _ token: SecretText, _ purpose: PushPurpose) throws(StorageError) -> TokenRow? {
        let row = try connection.prepare(
            "SELECT \(TokenTable.columns) WHERE token.provider = ?1 AND token.token = ?2 AND token.purpose = ?3")
        try row.bind(1, provider.rawValue)
        try row.bind(2, token.value)
        try row.bind(3, purpose.rawValue)
        return try row.step() ? read(row) : nil
    }

    /// The tokens of an account, the last registered first.
    func all(of recipient: Int64) throws(StorageError) -> [TokenRow] {
        let row = try connection.prepare(
            """
            SELECT \(TokenTable.columns) WHERE token.recipient = ?1 \
            ORDER BY token.updated_at DESC, token.number DESC
            """)
        try row.bind(1, recipient)
        return try all(row)
    }

    /// The number of the token in the form in which it was given, among those of an account.
    func numbers(of recipient: Int64, token: SecretText) throws(StorageError) -> [Int64] {
        let row = try connection.prepare(
            "SELECT number FROM token WHERE recipient = ?1 AND token IN (?2, lower(?2))")
        try row.bind(1, recipient)
        try row.bind(2, token.value)
        var numbers: [Int64] = []
        while try row.step() { numbers.append(row.int64(0)) }
        return numbers
    }

    func all(ofSession session: String) throws(StorageError) -> [TokenRow] {
        let row = try connection.prepare("SELECT \(TokenTable.columns) WHERE token.session = ?1")
        try row.bind(1, session)
        return try all(row)
    }

    func all(silentSince moment: UnixTime, limit: Int) throws(StorageError) -> [TokenRow] {
        let row = try connection.prepare("SELECT \(TokenTable.columns) WHERE token.updated_at < ?1 LIMIT ?2")
        try row.bind(1, moment.rawValue)
        try row.bind(2, limit)
        return try all(row)
    }

    /// The tokens of an account to which announcements go.
    func reachable(of recipient: Int64) throws(StorageError) -> [Reachable] {
        let row = try connection.prepare(
            """
            SELECT number, provider, environment, handset, session, updated_at FROM token \
            WHERE recipient = ?1 AND purpose = 'alert'
            """)
        try row.bind(1, recipient)
        var tokens: [Reachable] = []
        while try row.step() {
            guard let provider = PushProvider(rawValue: row.text(1)),
                let environment = PushEnvironment(rawValue: row.text(2))
            else { continue }
            tokens.append(
                Reachable(
                    token: row.int64(0), provider: provider, environment: environment,
                    handset: HandsetKey(handset: row.optionalText(3), session: row.text(4)),
                    updatedAt: UnixTime(rawValue: row.int64(5))))
        }
        return tokens
    }

    /// Chooses the tokens to which announcements for an account go from now on; gives how many handsets they reach.
    func choose(of recipient: Int64) throws(StorageError) -> Int {
        let chosen = HandsetChoice.one(of: try reachable(of: recipient))
        let former = try connection.prepare("UPDATE token SET is_chosen = 0 WHERE recipient = ?1 AND is_chosen = 1")
        try former.bind(1, recipient)
        try former.run()
        for token in chosen {
            let row = try connection.prepare("UPDATE token SET is_chosen = 1 WHERE number = ?1")
            try row.bind(1, token.token)
            try row.run()
        }
        return chosen.count
    }

    /// How many handsets each account has among those behind one number and up to another.
    func handsets(after first: Int64, through last: Int64) throws(StorageError) -> [Int64: Int] {
        let row = try connection.prepare(
            """
            SELECT recipient, count(*) FROM token WHERE recipient > ?1 AND recipient <= ?2 AND is_chosen = 1 \
            GROUP BY recipient
            """)
        try row.bind(1, first)
        try row.bind(2, last)
        var handsets: [Int64: Int] = [:]
        while try row.step() { handsets[row.int64(0)] = Int(row.int64(1)) }
        return handsets
    }

    /// How many of the tokens to which announcements go are muted, for each account that has any.
    func mutedHandsets() throws(StorageError) -> [Int64: Int] {
        let row = try connection.prepare(
            "SELECT recipient, count(*) FROM token WHERE is_muted = 1 AND is_chosen = 1 GROUP BY recipient")
        var handsets: [Int64: Int] = [:]
        while try row.step() { handsets[row.int64(0)] = Int(row.int64(1)) }
        return handsets
    }

    private func all(_ row: PreparedStatement) throws(StorageError) -> [TokenRow] {
        var rows: [TokenRow] = []
        while try row.step() {
            if let token = read(row) { rows.append(token) }
        }
        return rows
    }

    private func read(_ row: PreparedStatement) -> TokenRow? {
        guard let id = PushTokenID(row.text(1)), let account = AccountID(row.text(16)),
            let provider = PushProvider(rawValue: row.text(4)), let purpose = PushPurpose(rawValue: row.text(5)),
            let environment = PushEnvironment(rawValue: row.text(6))
        else { return nil }
        return TokenRow(
            number: row.int64(0), recipient: row.int64(2),
            shown: PushToken(
                id: id, account: account, provider: provider, environment: environment, purpose: purpose,
                platform: row.text(8), handset: row.optionalText(9),
                handsetName: row.optionalText(10).map(Personal.init), appVersion: row.optionalText(11),
                topic: row.optionalText(12), isMuted: row.int64(13) != 0,
                createdAt: UnixTime(rawValue: row.int64(14)), updatedAt: UnixTime(rawValue: row.int64(15))),
            session: row.text(3), isEnvironmentAssumed: row.int64(7) != 0)
    }

    // MARK: Changes

    func insert(
        _ registration: Registration, as id: PushTokenID, of recipient: Int64, isMuted: Bool, at now: UnixTime
    ) throws(StorageError) {
        let row = try connection.prepare(
            """
            INSERT INTO token (id, recipient, session, provider, token, purpose, environment, is_environment_assumed, \
            platform, handset, handset_name, app_version, topic, is_muted, created_at, updated_at, language) \
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?15, ?16)
            """)
        try row.bind(1, id.text)
        try row.bind(2, recipient)
        try row.bind(3, registration.session.text)
        try row.bind(4, registration.provider.rawValue)
        try row.bind(5, registration.token.value)
        try row.bind(6, registration.purpose.rawValue)
        try row.bind(7, (registration.environment ?? .production).rawValue)
        try row.bind(8, registration.environment == nil ? 1 : 0)
        try row.bind(9, registration.platform)
        try row.bind(10, registration.handset)
        try row.bind(11, registration.handsetName?.value)
        try row.bind(12, registration.appVersion)
        try row.bind(13, registration.topic)
        try row.bind(14, isMuted ? 1 : 0)
        try row.bind(15, now.rawValue)
        try row.bind(16, registration.language)
        try row.run()
    }

    /// What the app does not say again stays as it was known.
    func update(_ number: Int64, _ registration: Registration, at now: UnixTime) throws(StorageError) {
        let row = try connection.prepare(
            """
            UPDATE token SET session = ?2, environment = coalesce(?3, environment), \
            is_environment_assumed = CASE WHEN ?3 IS NULL THEN is_environment_assumed ELSE 0 END, platform = ?4, \
            handset = coalesce(?5, handset), handset_name = coalesce(?6, handset_name), \
            app_version = coalesce(?7, app_version), topic = coalesce(?8, topic), updated_at = ?9, language = coalesce(?10, language) \
            WHERE number = ?1
            """)
        try row.bind(1, number)
        try row.bind(2, registration.session.text)
        try row.bind(3, registration.environment?.rawValue)
        try row.bind(4, registration.platform)
        try row.bind(5, registration.handset)
        try row.bind(6, registration.handsetName?.value)
        try row.bind(7, registration.appVersion)
        try row.bind(8, registration.topic)
        try row.bind(9, now.rawValue)
        try row.bind(10, registration.language)
        try row.run()
    }

    func setMuted(_ number: Int64, _ isMuted: Bool) throws(StorageError) {
        let row = try connection.prepare("UPDATE token SET is_muted = ?2 WHERE number = ?1")
        try row.bind(1, number)
        try row.bind(2, isMuted ? 1 : 0)
        try row.run()
    }

    /// The environment turned out to be another one than was assumed.
    func setEnvironment(_ number: Int64, _ environment: PushEnvironment) throws(StorageError) {
        let row = try connection.prepare(
            "UPDATE token SET environment = ?2, is_environment_assumed = 0 WHERE number = ?1")
        try row.bind(1, number)
        try row.bind(2, environment.rawValue)
        try row.run()
    }

    /// Its id stays for those who ask what became of a delivery.
    func delete(_ token: TokenRow, at now: UnixTime) throws(StorageError) {
        let note = try connection.prepare(
            "INSERT INTO former_token (number, id, recipient, at) VALUES (?1, ?2, ?3, ?4)")
        try note.bind(1, token.number)
        try note.bind(2, token.shown.id.text)
        try note.bind(3, token.recipient)
        try note.bind(4, now.rawValue)
        try note.run()
        let row = try connection.prepare("DELETE FROM token WHERE number = ?1")
        try row.bind(1, token.number)
        try row.run()
    }

    /// All that there is of an account, without a trace.
    func erase(of recipient: Int64) throws(StorageError) {
        for table in ["token", "former_token"] {
            let row = try connection.prepare("DELETE FROM \(table) WHERE recipient = ?1")
            try row.bind(1, recipient)
            try row.run()
        }
    }

    func deleteFormer(before moment: UnixTime) throws(StorageError) {
        let row = try connection.prepare("DELETE FROM former_token WHERE at < ?1")
        try row.bind(1, moment.rawValue)
        try row.run()
    }
}
