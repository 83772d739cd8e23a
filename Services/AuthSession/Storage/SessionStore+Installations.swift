import Models
import Storage

extension SessionStore {
    /// The most versions that are counted one by one. Further versions count as others.
    private static let maximumRows = 10_000

    /// Counts the living sessions with activity since `moment`. It scans all living sessions.
    func countInstallations(activeSince moment: UnixTime) async throws(SessionStoreError) -> CountInstallations.Reply {
        try await read { connection in
            let living: SQL = "s.ended_at IS NULL AND s.last_activity_at >= \(moment)"
            let total =
                try connection.first("SELECT count(*) AS count FROM session s WHERE \(living)") {
                    row throws(StorageError) in try row["count"] as Int
                } ?? 0
            let versions = try connection.all(
                """
                SELECT c.app_version, count(*) AS count FROM session s LEFT JOIN session_client c ON c.session = s.number \
                WHERE \(living) GROUP BY c.app_version ORDER BY count(*) DESC LIMIT \(SessionStore.maximumRows)
                """
            ) { row throws(StorageError) in
                FoldedCounts.Group(name: try row["app_version"], count: try row["count"])
            }
            let systems = try connection.all(
                """
                SELECT c.os_name, c.os_version, count(*) AS count FROM session s \
                LEFT JOIN session_client c ON c.session = s.number WHERE \(living) \
                GROUP BY c.os_name, c.os_version ORDER BY count(*) DESC LIMIT \(SessionStore.maximumRows)
                """
            ) { row throws(StorageError) in
                FoldedCounts.Group(
                    name: SystemName.of(try row["os_name"], version: try row["os_version"]), count: try row["count"])
            }
            return CountInstallations.Reply(
                appVersions: FoldedCounts(folding: versions, total: total),
                systems: FoldedCounts(folding: systems, total: total))
        }
    }
}

/// A group of `CountInstallations`.
enum InstallationGroup: Sendable {
    case appVersion(String)
    case system(String)

    /// The condition for a SELECT that names the table of clients `c`.
    fileprivate var condition: SQL {
        switch self {
        case .appVersion(let version): return "c.app_version = \(version)"
        case .system(let name):
            let hasNumber: SQL = "substr(coalesce(c.os_version, ''), 1, 1) BETWEEN '0' AND '9'"
            let whole: SQL = "c.os_name = \(name) AND NOT (\(hasNumber))"
            let words = name.split(separator: " ")
            guard words.count > 1, let last = words.last, last.allSatisfy(\.isNumber) else { return "(\(whole))" }
            let (system, major) = (String(name.dropLast(last.count + 1)), String(last))
            // A longer number is another version; `:` is the character after 9.
            return """
                (\(whole) OR c.os_name = \(system) AND c.os_version LIKE \(major + "%") \
                AND NOT (c.os_version >= \(major + "0") AND c.os_version < \(major + ":")))
                """
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
                "SELECT count(*) FROM (SELECT 1 \(installed) LIMIT \(FoldedCounts.minimum)) AS m")
            guard size ?? 0 >= FoldedCounts.minimum else { return nil }
            let accounts: [AccountID] = try connection.values(
                "SELECT DISTINCT s.account \(installed) AND s.account > \(after?.text ?? "") ORDER BY s.account",
                limit: limit + 1)
            return ListInstalledAccounts.Reply(
                accounts: Array(accounts.prefix(limit)), hasMore: accounts.count > limit)
        }
    }
}

enum SystemName {
    /// Returns the name and the major version, for example `iOS 17`. Further version numbers would make small groups.
    static func of(_ name: String?, version: String?) -> String? {
        guard let name else { return nil }
        guard let major = version?.prefix(while: \.isNumber), !major.isEmpty else { return name }
        return "\(name) \(major)"
    }
}
