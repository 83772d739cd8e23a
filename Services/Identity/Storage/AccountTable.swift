import CBOR
import Models
import Storage

struct AccountRow {
    let number: Int64
    var profile: AccountProfile
    var moments: SessionMoments
    /// The source of the user's phone number, or of its absence; nil if the number was never set.
    var phoneOrigin: PhoneOrigin?
    /// The stored words of the names; nil if only an earlier version has written the account.
    var foldedNames: String?

    var id: AccountID { profile.account }

    var change: AccountChange {
        AccountChange(
            status: profile.status, sessionsEndBefore: moments.sessionsEndBefore, number: profile.number,
            providerSessionsEndBefore: moments.providerSessionsEndBefore, takenOverAt: moments.takenOverAt,
            keptSession: moments.keptSession)
    }
}

struct AccountTable {
    let connection: Connection

    private static let columns: SQL = """
        a.number, a.id, a.status, a.username, a.email, a.phone, a.first_name, a.last_name, a.locale, a.fields, \
        a.created_at, a.updated_at, a.verified_at, a.sessions_end_before, a.registration_device, \
        a.registration_location, a.registration_country, a.login_at, a.login_device, a.login_location, a.login_ip, \
        a.display_name, a.vouched_at, p.changed_at, a.contact_email, a.verified_phone, a.phone_verified_at, \
        a.phone_origin, a.verified_email, a.email_verified_at, a.verified_contact_email, \
        a.provider_sessions_end_before, a.taken_over_at, a.kept_session, s.due_at AS erases_at, a.folded_names
        """
    private static let joined: SQL = """
        LEFT JOIN password p ON p.account = a.number LEFT JOIN scheduled_erasure s ON s.account = a.number
        """

    func find(_ account: AccountID) throws(StorageError) -> AccountRow? {
        try connection.first(
            "SELECT \(AccountTable.columns) FROM account a \(AccountTable.joined) WHERE a.id = \(account)",
            AccountRow.init)
    }

    /// Whether an account with this id was erased. The feed shows this as long as it keeps the tombstone.
    func wasErased(_ account: AccountID) throws(StorageError) -> Bool {
        try connection.exists("SELECT 1 FROM feed_accounts WHERE key = \(account) AND value IS NULL")
    }

    func find(_ name: LoginKey) throws(StorageError) -> AccountRow? {
        try connection.first(
            """
            SELECT \(AccountTable.columns) FROM sign_in_name n JOIN account a ON a.number = n.account \
            \(AccountTable.joined) WHERE n.name = \(name.folded)
            """, AccountRow.init)
    }

    func find(reset token: [UInt8], at now: UnixTime) throws(StorageError) -> AccountRow? {
        try connection.first(
            """
            SELECT \(AccountTable.columns) FROM password_reset r JOIN account a ON a.number = r.account \
            \(AccountTable.joined) WHERE r.token_hash = \(token) AND r.expires_at > \(now)
            """, AccountRow.init)
    }

    func insert(_ account: NewAccount, _ moments: SessionMoments, at now: UnixTime) throws -> Int64 {
        let (names, details, origin) = (account.names, account.details, account.registration)
        let login = account.login
        let loginAt: UnixTime? = login == nil ? nil : moments.verifiedAt
        let words = NameWords(details, names, contactEmail: nil)
        let number = try connection.insert(
            """
            INSERT INTO account (id, status, username, email, phone, first_name, last_name, locale, fields, display_name, \
            created_at, updated_at, verified_at, sessions_end_before, registration_device, registration_location, \
            registration_country, login_at, login_device, login_location, login_ip, folded_names, names_folded_at) VALUES (\
            \(account.id), \(AccountStatus.active), \(names.username), \(names.email), \(names.phone), \
            \(details.firstName), \(details.lastName), \(details.locale), \(try details.encodedFields), \(details.displayName), \(now), \(now), \(moments.verifiedAt), \
            \(moments.sessionsEndBefore), \(origin.device), \(origin.location), \(origin.country), \
            \(loginAt), \(login?.device), \(login?.location), \(login?.ip), \
            \(words.text), \(now)) \
            RETURNING number
            """)
        try connection.nameParts.insert(words, of: number)
        return number
    }

    func update(_ row: AccountRow) throws {
        let (profile, names, details) = (row.profile, row.profile.names, row.profile.details)
        let words = NameWords(details, names, contactEmail: profile.contactEmail)
        if words.text != row.foldedNames { try connection.nameParts.replace(words, of: row.number) }
        try connection.run(
            """
            UPDATE account SET username = \(names.username), email = \(names.email), phone = \(names.phone), \
            first_name = \(details.firstName), last_name = \(details.lastName), locale = \(details.locale), \
            fields = \(try details.encodedFields), display_name = \(details.displayName), \
            updated_at = \(profile.updatedAt), contact_email = \(profile.contactEmail), \
            verified_phone = \(profile.verifiedPhone), phone_verified_at = \(profile.phoneVerifiedAt), \
            phone_origin = \(row.phoneOrigin), \
            verified_contact_email = \(profile.contactEmailIsVerified == true ? profile.contactEmail : nil), \
            verified_email = \(profile.emailVerifiedAt == nil ? nil : names.email), \
            email_verified_at = \(profile.emailVerifiedAt), folded_names = \(words.text), \
            names_folded_at = \(profile.updatedAt) WHERE number = \(row.number)
            """)
    }

    func updateStatus(_ row: AccountRow) throws(StorageError) {
        try connection.run(
            """
            UPDATE account SET status = \(row.profile.status), verified_at = \(row.moments.verifiedAt), \
            sessions_end_before = \(row.moments.sessionsEndBefore), \
            provider_sessions_end_before = \(row.moments.providerSessionsEndBefore), \
            taken_over_at = \(row.moments.takenOverAt), kept_session = \(row.moments.keptSession), \
            names_folded_at = CASE WHEN names_folded_at = updated_at THEN \(row.profile.updatedAt) END, \
            updated_at = \(row.profile.updatedAt), vouched_at = \(row.profile.vouchedAt) WHERE number = \(row.number)
            """)
    }

    func updateLogin(_ row: AccountRow) throws(StorageError) {
        let login = row.profile.lastLogin
        try connection.run(
            """
            UPDATE account SET verified_at = \(row.moments.verifiedAt), login_at = \(login.at), \
            login_device = \(login.device), login_location = \(login.location), login_ip = \(login.ip) \
            WHERE number = \(row.number)
            """)
    }

    /// Whether no user can sign in to an account: it lacks Apple, a password with a name, an address for links and
    /// codes, a passkey, and an identity provider.
    func isUnreachable(_ row: AccountRow) throws -> Bool {
        let profile = row.profile
        guard profile.mayHaveLetterbox, profile.passwordChangedAt == nil || profile.names.keys.isEmpty,
            profile.names.email == nil || profile.emailVerifiedAt == nil && !profile.mayResetPassword
        else { return false }
        return try !connection.exists("SELECT 1 FROM provider_link WHERE account = \(row.number)")
            && !connection.exists("SELECT 1 FROM passkey WHERE account = \(row.number)")
    }

    func delete(_ number: Int64) throws(StorageError) -> ErasedRowCounts {
        var counts = ErasedRowCounts()
        // This row only plans the erasure, so it does not count as erased data.
        _ = try connection.scheduledErasures.delete(of: number)
        let tables: [SQL] = [
            "sign_in_name", "password", "password_reset", "account_document", "provider_link", "phone_code",
            "known_network", "personal_message", "passkey", "recovery_code", "totp", "email_code", "sign_in_code",
            "imported_account",
        ]
        for table in tables {
            counts.add(try connection.run("DELETE FROM \(table) WHERE account = \(number)"), of: "\(table)")
        }
        // The rows of requests stay, without the account, so that a new account cannot request more codes.
        try connection.run("UPDATE phone_code_request SET account = NULL WHERE account = \(number)")
        try connection.run("UPDATE email_code_request SET account = NULL WHERE account = \(number)")
        counts.add(try connection.run("DELETE FROM account WHERE number = \(number)"), of: "account")
        return counts
    }
}

extension AccountRow {
    fileprivate init(_ row: borrowing Row) throws(StorageError) {
        number = try row["number"]
        let names = try AccountNames(username: row["username"], email: row["email"], phone: row["phone"])
        // A verified address that the account no longer has says nothing about the current one.
        let verifiedEmail: Personal<String>? = try row["verified_email"]
        let emailVerifiedAt: UnixTime? = try row["email_verified_at"]
        let contactEmail: Personal<String>? = try row["contact_email"]
        let verifiedContactEmail: Personal<String>? = try row["verified_contact_email"]
        let details = try ProfileDetails(
            firstName: row["first_name"], lastName: row["last_name"], locale: row["locale"],
            fields: ProfileDetails.decodedFields(row["fields"]), displayName: row["display_name"])
        let registration = try RegistrationRecord(
            device: row["registration_device"], location: row["registration_location"],
            country: row["registration_country"])
        let lastLogin = try LoginRecord(
            at: row["login_at"], device: row["login_device"], location: row["login_location"], ip: row["login_ip"])
        profile = try AccountProfile(
            account: row["id"], number: number, status: row["status"], names: names, details: details,
            createdAt: row["created_at"], updatedAt: row["updated_at"], registration: registration,
            lastLogin: lastLogin, passwordChangedAt: row["changed_at"], vouchedAt: row["vouched_at"],
            contactEmail: contactEmail, verifiedPhone: row["verified_phone"],
            phoneVerifiedAt: row["phone_verified_at"], erasesAt: row["erases_at"],
            emailVerifiedAt: verifiedEmail != nil && verifiedEmail == names.email ? emailVerifiedAt : nil,
            contactEmailIsVerified: contactEmail != nil && verifiedContactEmail == contactEmail ? true : nil)
        phoneOrigin = try row["phone_origin"]
        foldedNames = try row["folded_names"]
        moments = try SessionMoments(
            verifiedAt: row["verified_at"], sessionsEndBefore: row["sessions_end_before"],
            providerSessionsEndBefore: row["provider_sessions_end_before"], takenOverAt: row["taken_over_at"],
            keptSession: row["kept_session"])
    }
}

extension PhoneOrigin: ColumnValue {}

extension ProfileDetails {
    fileprivate var encodedFields: [UInt8]? {
        get throws { try fields.map { try CBOREncoder().encode($0) } }
    }

    static func decodedFields(_ bytes: [UInt8]?) throws(StorageError) -> [String: Personal<ProfileValue>]? {
        guard let bytes else { return nil }
        do { return try CBORDecoder().decode([String: Personal<ProfileValue>].self, from: bytes) } catch {
            throw .unreadable(column: "fields", source: "account")
        }
    }
}

struct KnownNetworkTable {
    let connection: Connection

    func contains(_ hash: [UInt8], of account: AccountID, since oldest: UnixTime) throws(StorageError) -> Bool {
        try connection.exists(
            """
            SELECT 1 FROM known_network n JOIN account a ON a.number = n.account \
            WHERE a.id = \(account) AND n.hash = \(hash) AND n.used_at >= \(oldest)
            """)
    }

    /// Stores a network as used now. Deletes outdated networks, and beyond the limit the least recently used networks.
    func insert(_ network: SeenNetwork, of number: Int64, at now: UnixTime) throws(StorageError) {
        try connection.run(
            """
            INSERT INTO known_network (account, hash, used_at) VALUES (\(number), \(network.hash), \(now)) \
            ON CONFLICT (account, hash) DO UPDATE SET used_at = excluded.used_at
            """)
        try connection.run(
            """
            DELETE FROM known_network WHERE account = \(number) AND (used_at < \(network.oldest) OR hash NOT IN \
            (SELECT hash FROM known_network WHERE account = \(number) ORDER BY used_at DESC \
            LIMIT \(KnownNetworks.maximumPerAccount)))
            """)
    }

    func deleteAll(of number: Int64) throws(StorageError) {
        try connection.run("DELETE FROM known_network WHERE account = \(number)")
    }
}

struct SignInNameTable {
    let connection: Connection

    func findTaken(_ names: AccountNames, by number: Int64? = nil) throws(StorageError) -> NameKind? {
        for (kind, key) in names.keys {
            if let owner = try owner(of: key.folded), owner != number { return kind }
        }
        return nil
    }

    func replace(_ names: AccountNames, of number: Int64) throws(StorageError) {
        try connection.run("DELETE FROM sign_in_name WHERE account = \(number)")
        // A user name of digits may equal the phone number.
        for key in Set(names.keys.map(\.key)) {
            try connection.run("INSERT INTO sign_in_name (name, account) VALUES (\(key.folded), \(number))")
        }
    }

    private func owner(of name: Personal<String>) throws(StorageError) -> Int64? {
        try connection.value("SELECT account FROM sign_in_name WHERE name = \(name)")
    }
}
