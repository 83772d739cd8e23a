import AppleAccounts
import Models
import Storage

struct AccountPage: Sendable {
    var accounts: [AccountSummary]
    var next: AccountPosition?
    /// The number of all matches; nil if the caller did not ask for it, or counting would take too long.
    var total: Int?
}

/// Searches accounts, the newest first. An index returns names in their order, not by age. So few candidates are read
/// through the indexes of names, checked and sorted. For many candidates, accounts are read by age, and a page ends
/// after a fixed number, even with few matches. Both ways return the same order, so each page may use either.
struct AccountSearch {
    let connection: Connection
    let filter: AccountFilter

    /// The most candidates of a name to sort: as many accounts as a page reads by age. Of several words each may be
    /// common and both together rare, which only few pages by age would contain: then it is worth to check more.
    private var maximumSorted: Int {
        (filter.name?.words.words.count ?? 0) > 1 ? 20_000 : AccountSearch.portion * AccountSearch.maximumPortions
    }
    /// The most accounts that are read to count matches.
    static let maximumCounted = 10_000
    /// The accounts per read by age, and the most reads per page.
    static let portion = 500
    static let maximumPortions = 8

    func page(after position: AccountPosition?, limit: Int) throws(StorageError) -> AccountPage {
        let range = Range(before: position ?? .newest, from: .earliest(since: filter.since))
        if let name = filter.name, let candidates = try candidates(name) {
            return try gathered(candidates, range, limit: limit)
        }
        return try walked(range, limit: limit)
    }

    private struct Range {
        var before: AccountPosition
        var from: AccountPosition

        /// The filter's condition for a SELECT that names the table `a`.
        var condition: SQL {
            """
            (a.created_at, a.number) < (\(before.createdAt), \(before.number)) \
            AND (a.created_at, a.number) >= (\(from.createdAt), \(from.number))
            """
        }
    }

    // MARK: By name

    private func gathered(_ candidates: SQL, _ range: Range, limit: Int) throws(StorageError) -> AccountPage {
        let matches = checked(candidates, "\(range.condition) AND \(statusAndMethod)")
        let positions = try connection.all(
            "SELECT m.created_at, m.number FROM \(matches) ORDER BY m.created_at DESC, m.number DESC",
            limit: limit + 1, AccountPosition.init)
        let shown = positions.prefix(limit)
        guard let last = shown.last else { return AccountPage(accounts: []) }
        // The last number is repeated, so that all pages of a size use the same statement.
        let numbers = shown.map(\.number) + Array(repeating: last.number, count: limit - shown.count)
        let accounts = try connection.all(
            """
            SELECT \(AccountSearch.columns) FROM account a WHERE a.number IN \(list: numbers) \
            ORDER BY a.created_at DESC, a.number DESC
            """, AccountSummary.init)
        return AccountPage(accounts: accounts, next: positions.count > limit ? last : nil)
    }

    /// Returns the part of a query behind FROM for the candidates that match. Both engines look up each candidate by its
    /// number: PostgreSQL would prefer to join with the whole table, and LIMIT keeps it from merging the queries.
    private func checked(_ candidates: SQL, _ condition: SQL) -> SQL {
        """
        (SELECT c.number, (SELECT a.created_at FROM account a WHERE a.number = c.number AND \(condition) \
        AND \(named)) AS created_at FROM (\(candidates)) AS c LIMIT \(Int64.max)) AS m WHERE m.created_at IS NOT NULL
        """
    }

    /// Returns a query for the numbers of all accounts that may match; nil if these are too many to sort. Of several
    /// words it uses the one that the fewest names contain; `named` checks the others.
    private func candidates(_ name: NameSearch) throws(StorageError) -> SQL? {
        var ranges = [
            numbers("sign_in_name", "account", "name", name.beginning),
            numbers("account", "number", "lower(contact_email)", name.beginning),
        ]
        if let rarest = try rarest(of: name.words) { ranges.append(rarest) }
        let all = ranges.dropFirst().reduce(ranges[0]) { "\($0) UNION \($1)" }
        return try count(all) <= maximumSorted ? all : nil
    }

    private func rarest(of words: NameWords) throws(StorageError) -> SQL? {
        var rarest: (range: SQL, count: Int)?
        for word in words.words {
            let range = numbers("name_part", "account", "part", NameSearch.Bounds(word))
            let matches = try count(range)
            if matches < rarest?.count ?? .max { rarest = (range, matches) }
        }
        return rarest?.range
    }

    /// Returns a query for the numbers of accounts. It reads one index, up to a limit.
    private func numbers(_ table: SQL, _ account: SQL, _ name: SQL, _ bounds: NameSearch.Bounds) -> SQL {
        """
        SELECT number FROM (SELECT \(account) AS number FROM \(table) WHERE \(name) >= \(bounds.from) \
        AND \(name) < \(bounds.before) ORDER BY \(name) LIMIT \(maximumSorted + 1)) AS s
        """
    }

    // MARK: Counting

    /// The number of all matches. Nil if counting them would read too many accounts.
    func total() throws(StorageError) -> Int? {
        let condition: SQL = """
            \(Range(before: .newest, from: .earliest(since: filter.since)).condition) AND \(disabledAlone) \
            AND \(statusAndMethod)
            """
        if let name = filter.name, let candidates = try candidates(name) {
            return try count("SELECT 1 FROM \(checked(candidates, condition))")
        }
        // These two have an index with nothing else in it.
        let isIndexed = filter.name == nil && filter.method == nil && filter.status != .active
        let accounts = try count("SELECT 1 FROM account LIMIT \(AccountSearch.maximumCounted + 1)")
        guard isIndexed || accounts <= AccountSearch.maximumCounted else { return nil }
        return try count("SELECT 1 FROM account a WHERE \(condition) AND \(named)")
    }

    private func count(_ query: SQL) throws(StorageError) -> Int {
        try connection.value("SELECT count(*) FROM (\(query)) AS m") ?? 0
    }

    // MARK: By age

    private func walked(_ whole: Range, limit: Int) throws(StorageError) -> AccountPage {
        var found: [AccountSummary] = []
        var rest = whole
        for _ in 0..<AccountSearch.maximumPortions {
            let end = try lastOfPortion(rest)
            let portion = Range(before: rest.before, from: end ?? rest.from)
            found += try matches(in: portion, limit: limit + 1 - found.count)
            guard let end, found.count <= limit else { return AccountPage(found, limit: limit) }
            rest.before = end
        }
        return AccountPage(accounts: found, next: rest.before)
    }

    /// Returns the last account of the next portion; nil if fewer accounts are left.
    private func lastOfPortion(_ range: Range) throws(StorageError) -> AccountPosition? {
        try connection.first(
            """
            SELECT a.created_at, a.number FROM account a WHERE \(range.condition) AND \(disabledAlone) \
            ORDER BY a.created_at DESC, a.number DESC LIMIT 1 OFFSET \(AccountSearch.portion - 1)
            """, AccountPosition.init)
    }

    private func matches(in range: Range, limit: Int) throws(StorageError) -> [AccountSummary] {
        try connection.all(
            """
            SELECT \(AccountSearch.columns) FROM account a \
            WHERE \(range.condition) AND \(disabledAlone) AND \(statusAndMethod) AND \(named) \
            ORDER BY a.created_at DESC, a.number DESC
            """, limit: limit, AccountSummary.init)
    }

    /// The condition for disabled accounts. They are few, and have their own index.
    private var disabledAlone: SQL { filter.status == .disabled ? "a.status = 'disabled'" : "1 = 1" }

    /// The condition for the names. It uses the row's own columns: a lookup in another table for each row would cost more
    /// than everything else.
    private var named: SQL {
        guard let name = filter.name else { return "1 = 1" }
        var conditions: SQL = "1 = 0"
        for column in AccountSearch.beginnings {
            conditions = """
                \(conditions) OR (\(column) >= \(name.beginning.from) AND \(column) < \(name.beginning.before))
                """
        }
        guard let first = name.words.patterns.first else { return "(\(conditions))" }
        let all = name.words.patterns.dropFirst().reduce("a.folded_names LIKE \(first)" as SQL) {
            "\($0) AND a.folded_names LIKE \($1)"
        }
        return "(\(conditions) OR (\(all)))"
    }

    /// Returns the sign-in methods of an account.
    static func methods(
        of account: Int64, in connection: Connection
    ) throws(StorageError) -> [AuthenticationMethod] {
        try connection.first("SELECT \(columns) FROM account a WHERE a.number = \(account)", AccountSummary.init)?
            .methods ?? []
    }

    private static let columns: SQL = """
        a.number, a.id, a.status, a.username, a.email, a.phone, a.first_name, a.last_name, a.display_name, \
        a.fields, a.contact_email, a.created_at, a.login_at, a.vouched_at, (\(hasName)) AS has_name, \
        (\(hasPassword)) AS has_password, (\(hasProvider)) AS has_provider, (\(hasPasskey)) AS has_passkey, \
        (\(hasConfirmedEmail)) AS has_confirmed_email
        """

    // The queries use count(*), evaluated for each account. For EXISTS, PostgreSQL may read the whole table.
    private static let hasName: SQL = "(SELECT count(*) FROM sign_in_name WHERE sign_in_name.account = a.number) > 0"
    private static let hasPassword: SQL = "(SELECT count(*) FROM password WHERE password.account = a.number) > 0"
    private static let hasProvider: SQL =
        "(SELECT count(*) FROM provider_link WHERE provider_link.account = a.number) > 0"
    private static let hasPasskey: SQL = "(SELECT count(*) FROM passkey WHERE passkey.account = a.number) > 0"
    /// Whether the address is confirmed: it must equal the address that the user confirmed.
    private static let hasConfirmedEmail: SQL =
        "a.verified_email IS NOT NULL AND a.email IS NOT NULL AND a.verified_email = a.email"
    /// The condition of `AppleAccount.isReserved`, written so that no index of ids is used.
    private static let isOfApple: SQL = "(a.vouched_at IS NOT NULL AND substr(a.id, 1, 6) = 'apple_')"

    /// The columns whose beginnings a search compares, in the form for comparisons.
    private static let beginnings: [SQL] = ["lower(a.username)", "a.email", "a.phone", "lower(a.contact_email)"]

    private var statusAndMethod: SQL {
        let status: SQL =
            switch filter.status {
            case nil: "1 = 1"
            case .active: "a.status = 'active'"
            case .disabled: "a.status = 'disabled'"
            default: "1 = 0"
            }
        let method: SQL =
            switch filter.method {
            case nil: "1 = 1"
            case .password: Self.hasPassword
            case .apple: Self.isOfApple
            case .provider: Self.hasProvider
            case .passkey: Self.hasPasskey
            case .emailCode: Self.hasConfirmedEmail
            case .anonymous:
                """
                a.vouched_at IS NULL AND NOT (\(Self.hasName)) AND NOT (\(Self.hasPassword)) \
                AND NOT (\(Self.hasProvider)) AND NOT (\(Self.hasPasskey))
                """
            default: "1 = 0"
            }
        return "\(status) AND \(method)"
    }
}

extension AccountPage {
    fileprivate init(_ found: [AccountSummary], limit: Int) {
        accounts = Array(found.prefix(limit))
        next = found.count > limit ? accounts.last.map { AccountPosition($0) } : nil
    }
}

extension AccountPosition {
    fileprivate static let newest = AccountPosition(createdAt: UnixTime(milliseconds: .max), number: .max)

    fileprivate static func earliest(since moment: UnixTime?) -> AccountPosition {
        AccountPosition(createdAt: moment ?? UnixTime(milliseconds: .min), number: 0)
    }

    fileprivate init(_ account: AccountSummary) { self.init(createdAt: account.createdAt, number: account.number) }

    fileprivate init(_ row: borrowing Row) throws(StorageError) {
        try self.init(createdAt: row["created_at"], number: row["number"])
    }
}

extension AccountSummary {
    fileprivate init(_ row: borrowing Row) throws(StorageError) {
        let account: AccountID = try row["id"]
        let vouchedAt: UnixTime? = try row["vouched_at"]
        let hasName: Bool = try row["has_name"]
        let hasPassword: Bool = try row["has_password"]
        let hasProvider: Bool = try row["has_provider"]
        let hasPasskey: Bool = try row["has_passkey"]
        let hasConfirmedEmail: Bool = try row["has_confirmed_email"]
        var methods: [AuthenticationMethod] = []
        if hasPassword { methods.append(.password) }
        if vouchedAt != nil, AppleAccount.isReserved(id: account) { methods.append(.apple) }
        if hasProvider { methods.append(.provider) }
        if hasPasskey { methods.append(.passkey) }
        if hasConfirmedEmail { methods.append(.emailCode) }
        if methods.isEmpty, !hasName, vouchedAt == nil { methods.append(.anonymous) }
        let details = try ProfileDetails(
            fields: ProfileDetails.decodedFields(row["fields"]), displayName: row["display_name"])
        try self.init(
            id: account, number: row["number"], status: row["status"],
            names: AccountNames(username: row["username"], email: row["email"], phone: row["phone"]),
            firstName: row["first_name"], lastName: row["last_name"], displayName: details.calledName,
            contactEmail: row["contact_email"], methods: methods, createdAt: row["created_at"],
            lastLoginAt: row["login_at"])
    }
}
