import Models
import Storage

extension SessionStore {
    /// The most versions that are counted one by one. Further versions count as others.
    private static let maximumRows = 10_000

    /// Counts the living sessions with activity since `moment`. It scans all living sessions. A group of few accounts
    /// counts as others, even if it has many sessions. Others are not counted if they are sessions of few accounts.
    func countInstallations(activeSince moment: UnixTime) async throws(SessionStoreError) -> CountInstallations.Reply {
        try await read { connection in
            let living: SQL = "s.ended_at IS NULL AND s.last_activity_at >= \(moment)"
            let sessions: SQL =
                "FROM session s LEFT JOIN session_client c ON c.session = s.number WHERE \(living)"
            let total =
                try connection.first("SELECT count(*) AS count FROM session s WHERE \(living)") {
                    row throws(StorageError) in try row["count"] as Int
                } ?? 0
            func groups(by name: SQL) throws(StorageError) -> [FoldedCounts.Group] {
                try connection.all(
                    """
                    SELECT \(name) AS group_name, count(*) AS count \(sessions) GROUP BY group_name \
                    HAVING count(DISTINCT s.account) >= \(FoldedCounts.minimum) \
                    ORDER BY count(*) DESC LIMIT \(SessionStore.maximumRows)
                    """
                ) { row throws(StorageError) in
                    FoldedCounts.Group(name: try row["group_name"], count: try row["count"])
                }
            }
            func hasManyOthers(by name: SQL) throws(StorageError) -> Bool {
                let people: Int? = try connection.value(
                    """
                    SELECT count(*) FROM (SELECT DISTINCT s.account \(sessions) AND coalesce(\(name), '') NOT IN (\
                    SELECT coalesce(\(name), '') AS group_name \(sessions) GROUP BY group_name \
                    HAVING count(DISTINCT s.account) >= \(FoldedCounts.minimum)) \
                    LIMIT \(FoldedCounts.minimum)) AS people
                    """)
                return people ?? 0 >= FoldedCounts.minimum
            }
            func counts(by name: SQL) throws(StorageError) -> FoldedCounts {
                let large = try groups(by: name)
                var counts = FoldedCounts(folding: large, total: total)
                // A large group that is not listed is among the others.
                if counts.others != nil, large.count <= FoldedCounts.maximumGroups, try !hasManyOthers(by: name) {
                    counts.others = nil
                }
                return counts
            }
            return CountInstallations.Reply(
                appVersions: try counts(by: "c.app_version"), systems: try counts(by: InstallationGroup.systemName))
        }
    }
}

/// A group of `CountInstallations`.
enum InstallationGroup: Sendable {
    case appVersion(String)
    case system(String)

    /// The name and the major version, for example `iOS 17`, in a SELECT that names the table of clients `c`. Further
    /// version numbers would make small groups.
    fileprivate static let systemName: SQL = """
        c.os_name || coalesce(' ' || nullif(substr(c.os_version, 1, \
        length(c.os_version) - length(ltrim(c.os_version, '0123456789'))), ''), '')
        """

    /// The condition for a SELECT that names the table of clients `c`.
    fileprivate var condition: SQL {
        switch self {
        case .appVersion(let version): "c.app_version = \(version)"
        case .system(let name): "\(InstallationGroup.systemName) = \(name)"
        }
    }
}

extension SessionStore {
    /// Lists the accounts of a group that `countInstallations` shows; nil for another group. It scans the sessions.
    func installedAccounts(
        in group: InstallationGroup, activeSince moment: UnixTime, after: AccountID?, limit: Int
    ) async throws(SessionStoreError) -> ListInstalledAccounts.Reply? {
        try await read { connection in
            let installed: SQL = """
                FROM session s JOIN session_client c ON c.session = s.number \
                WHERE s.ended_at IS NULL AND s.last_activity_at >= \(moment) AND \(group.condition)
                """
            let size: Int? = try connection.value(
                "SELECT count(*) FROM (SELECT DISTINCT s.account \(installed) LIMIT \(FoldedCounts.minimum)) AS m")
            guard size ?? 0 >= FoldedCounts.minimum else { return nil }
            let accounts: [AccountID] = try connection.values(
                "SELECT DISTINCT s.account \(installed) AND s.account > \(after?.text ?? "") ORDER BY s.account",
                limit: limit + 1)
            return ListInstalledAccounts.Reply(
                accounts: Array(accounts.prefix(limit)), hasMore: accounts.count > limit)
        }
    }
}
