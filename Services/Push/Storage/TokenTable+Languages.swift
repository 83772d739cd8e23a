// How many tokens there are of each language.

import Models
import Storage

extension TokenTable {
    /// The tokens to which announcements go, one a push device, by language: so many languages, those with the most first.
    /// Reads all of an index, and no row.
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

    /// How many tokens there are to which announcements go.
    func countOfChosen() throws(StorageError) -> Int {
        try connection.value("SELECT count(*) FROM token WHERE is_chosen = 1") ?? 0
    }
}
