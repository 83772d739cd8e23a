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

enum SystemName {
    /// Returns the name and the major version, for example `iOS 17`. Further version numbers would make small groups.
    static func of(_ name: String?, version: String?) -> String? {
        guard let name else { return nil }
        guard let major = version?.prefix(while: \.isNumber), !major.isEmpty else { return name }
        return "\(name) \(major)"
    }
}
