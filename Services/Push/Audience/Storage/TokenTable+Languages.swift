import Models
import Storage

extension TokenTable {
    /// One per push device, the most frequent first. Scans a covering index.
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

    func countOfChosen() throws(StorageError) -> Int {
        try connection.value("SELECT count(*) FROM token WHERE is_chosen = 1") ?? 0
    }
}
