// Rows of the table `account`.

import MessageBus
import Models
import Storage

/// What the database knows of one account.
struct AccountRow {
    let number: Int64
    var profile: AccountProfile
    var moments: SessionMoments
    /// Who has said which phone number the person has, or that there is none; nil when nobody has.
    var phoneOrigin: PhoneOrigin?

    var id: AccountID { profile.account }

    /// What the accounts feed says of it.
    var change: AccountChange {
        AccountChange(
            status: profile.status, sessionsEndBefore: moments.sessionsEndBefore, number: profile.number)
    }
}

/// The table `account`.
struct AccountTable {
    let connection: Connection

    private static let columns = """
        a.number, a.id, a.status, a.username, a.email, a.phone, a.first_name, a.last_name, a.locale, a.fields, \
        a.created_at, a.updated_at, a.verified_at, a.sessions_end_before, a.registration_device, \
        a.registration_location, a.registration_country, a.login_at, a.login_device, a.login_location, a.login_ip, \
        a.display_name, a.vouched_at, p.changed_at, a.contact_email, a.verified_phone, a.phone_verified_at, \
        a.phone_origin
        """
    private static let password = "LEFT JOIN password p ON p.account = a.number"
    private static let byID = "SELECT \(columns) FROM account a \(password) WHERE a.id = ?1"
    private static let byName =
        "SELECT \(columns) FROM sign_in_name n JOIN account a ON a.number = n.account \(password) WHERE n.name = ?1"
    private static let byReset =
        "SELECT \(columns) FROM password_reset r JOIN account a ON a.number = r.account \(password) "
        + "WHERE r.token_hash = ?1 AND r.expires_at > ?2"

    /// Nil when there is none.
    func find(_ account: AccountID) throws -> AccountRow? {
        let row = try connection.prepare(AccountTable.byID)
        try row.bind(1, account.text)
        return try row.step() ? AccountRow(row) : nil
    }

    /// Whether an account had this id that was erased, as the feed knows for as long as it keeps its tombstones.
    func wasErased(_ account: AccountID) throws -> Bool {
        let row = try connection.prepare("SELECT 1 FROM feed_accounts WHERE key = ?1 AND value IS NULL")
        try row.bind(1, account.text)
        return try row.step()
    }

    /// The account with this name; nil when there is none.
    func find(_ name: LoginKey) throws -> AccountRow? {
        let row = try connection.prepare(AccountTable.byName)
        try row.bind(1, name.folded.value)
        return try row.step() ? AccountRow(row) : nil
    }

    /// The account that a token for a new password belongs to, while its time is not over.
    func find(reset token: [UInt8], at now: UnixTime) throws -> AccountRow? {
        let row = try connection.prepare(AccountTable.byReset)
        try row.bind(1, token)
        try row.bind(2, now.rawValue)
        return try row.step() ? AccountRow(row) : nil
    }

    /// Makes an account and gives it its number.
    func insert(_ account: NewAccount, _ moments: SessionMoments, at now: UnixTime) throws -> Int64 {
        let statement = try connection.prepare(
            """
            INSERT INTO account (id, status, username, email, phone, first_name, last_name, locale, fields, display_name, \
            created_at, updated_at, verified_at, sessions_end_before, registration_device, registration_location, \
            registration_country) \
            VALUES (?1, 'active', ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?10, ?11, ?12, ?13, ?14, ?15)
            """)
        try statement.bind(1, account.id.text)
        try bind(account.names, account.details, to: statement, from: 2)
        try statement.bind(10, now.rawValue)
        try statement.bind(11, moments.verifiedAt.rawValue)
        try statement.bind(12, moments.sessionsEndBefore?.rawValue)
        try statement.bind(13, account.registration.device)
        try statement.bind(14, account.registration.location?.value)
        try statement.bind(15, account.registration.country?.value)
        try statement.run()
        return connection.lastInsertedRowID
    }

    /// Writes what a profile's owner or an identity provider can change, with the moment of the change.
    func update(_ row: AccountRow) throws {
        let statement = try connection.prepare(
            """
            UPDATE account SET username = ?2, email = ?3, phone = ?4, first_name = ?5, last_name = ?6, locale = ?7, \
            fields = ?8, display_name = ?9, updated_at = ?10, contact_email = ?11, verified_phone = ?12, \
            phone_verified_at = ?13, phone_origin = ?14 WHERE number = ?1
            """)
        try statement.bind(1, row.number)
        try bind(row.profile.names, row.profile.details, to: statement, from: 2)
        try statement.bind(10, row.profile.updatedAt.rawValue)
        try statement.bind(11, row.profile.contactEmail?.value)
        try statement.bind(12, row.profile.verifiedPhone?.value)
        try statement.bind(13, row.profile.phoneVerifiedAt?.rawValue)
        try statement.bind(14, row.phoneOrigin?.rawValue)
        try statement.run()
    }

    /// Writes the status and who vouches for the person, with the moments by which sessions are judged.
    func updateStanding(_ row: AccountRow) throws {
        let statement = try connection.prepare(
            "UPDATE account SET status = ?2, verified_at = ?3, sessions_end_before = ?4, updated_at = ?5, vouched_at = ?6 "
                + "WHERE number = ?1")
        try statement.bind(1, row.number)
        try statement.bind(2, row.profile.status.rawValue)
        try statement.bind(3, row.moments.verifiedAt.rawValue)
        try statement.bind(4, row.moments.sessionsEndBefore?.rawValue)
        try statement.bind(5, row.profile.updatedAt.rawValue)
        try statement.bind(6, row.profile.verifiedAt?.rawValue)
        try statement.run()
    }

    /// Writes the latest sign-in, with the moment by which its session is judged.
    func updateLogin(_ row: AccountRow) throws {
        let statement = try connection.prepare(
            """
            UPDATE account SET verified_at = ?2, login_at = ?3, login_device = ?4, login_location = ?5, login_ip = ?6 \
            WHERE number = ?1
            """)
        let login = row.profile.lastLogin
        try statement.bind(1, row.number)
        try statement.bind(2, row.moments.verifiedAt.rawValue)
        try statement.bind(3, login.at?.rawValue)
        try statement.bind(4, login.device)
        try statement.bind(5, login.location?.value)
        try statement.bind(6, login.ip?.value)
        try statement.run()
    }

    /// Whether nobody can sign in to the account: it has no name, no password, and no identity provider knows it.
    func isUnreachable(_ row: AccountRow) throws -> Bool {
        guard row.profile.names.keys.isEmpty, row.profile.passwordChangedAt == nil, row.profile.verifiedAt == nil else {
            return false
        }
        let link = try connection.prepare("SELECT 1 FROM provider_link WHERE account = ?1")
        try link.bind(1, row.number)
        return try !link.step()
    }

    /// Deletes the account and all that other tables hold of it.
    func delete(_ number: Int64) throws {
        for sql in [
            "DELETE FROM sign_in_name WHERE account = ?1", "DELETE FROM password WHERE account = ?1",
            "DELETE FROM password_reset WHERE account = ?1", "DELETE FROM account_document WHERE account = ?1",
            "DELETE FROM provider_link WHERE account = ?1", "DELETE FROM phone_code WHERE account = ?1",
            "DELETE FROM known_network WHERE account = ?1",
            // A new account must not bring new codes to the same phone.
            "UPDATE phone_code_request SET account = NULL WHERE account = ?1",
            "DELETE FROM account WHERE number = ?1",
        ] {
            let statement = try connection.prepare(sql)
            try statement.bind(1, number)
            try statement.run()
        }
    }

    private func bind(
        _ names: AccountNames, _ details: ProfileDetails, to statement: PreparedStatement, from first: Int32
    ) throws {
        try statement.bind(first, names.username)
        try statement.bind(first + 1, names.email?.value)
        try statement.bind(first + 2, names.phone?.value)
        try statement.bind(first + 3, details.firstName?.value)
        try statement.bind(first + 4, details.lastName?.value)
        try statement.bind(first + 5, details.locale)
        try statement.bind(first + 6, try details.fields.map { try CBOREncoder().encode($0) })
        try statement.bind(first + 7, details.displayName?.value)
    }
}

extension AccountRow {
    /// What stands in a row with `AccountTable.columns`.
    fileprivate init(_ row: PreparedStatement) throws {
        number = row.int64(0)
        // Both were checked when they were written, so anything else is damage.
        guard let id = AccountID(row.text(1)), let status = AccountStatus(rawValue: row.text(2)) else {
            throw StorageError.corrupt(path: "account", message: "account \(row.int64(0)) cannot be read")
        }
        profile = AccountProfile(
            account: id, number: number, status: status,
            names: AccountNames(
                username: row.optionalText(3), email: row.personal(4), phone: row.personal(5)),
            details: ProfileDetails(
                firstName: row.personal(6), lastName: row.personal(7), locale: row.optionalText(8),
                fields: try row.optionalBlob(9).map {
                    try CBORDecoder().decode([String: Personal<ProfileValue>].self, from: $0)
                }, displayName: row.personal(21)),
            createdAt: UnixTime(rawValue: row.int64(10)), updatedAt: UnixTime(rawValue: row.int64(11)),
            registration: RegistrationRecord(
                device: row.optionalText(14), location: row.personal(15), country: row.personal(16)),
            lastLogin: LoginRecord(
                at: row.time(17), device: row.optionalText(18), location: row.personal(19), ip: row.personal(20)),
            passwordChangedAt: row.time(23), verifiedAt: row.time(22), contactEmail: row.personal(24),
            verifiedPhone: row.personal(25), phoneVerifiedAt: row.time(26))
        phoneOrigin = row.optionalText(27).flatMap { PhoneOrigin(rawValue: $0) }
        moments = SessionMoments(verifiedAt: UnixTime(rawValue: row.int64(12)), sessionsEndBefore: row.time(13))
    }
}

extension PreparedStatement {
    fileprivate func personal(_ column: Int32) -> Personal<String>? { optionalText(column).map { Personal($0) } }

    fileprivate func time(_ column: Int32) -> UnixTime? { optionalInt64(column).map { UnixTime(rawValue: $0) } }
}
