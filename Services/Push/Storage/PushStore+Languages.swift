// In which languages people are told of things.

import Models
import Storage

extension PushStore {
    /// How many rows of different languages are looked at; the rest counts as others.
    private static let maximumRows = 10_000

    /// Counts the tokens to which announcements go, one a push device, by language. Looks through all of them.
    nonisolated(nonsending) func countLanguages() async throws(PushStoreError) -> FoldedCounts {
        try await read { connection in
            let total =
                try connection.first("SELECT count(*) AS count FROM token WHERE is_chosen = 1") {
                    row throws(StorageError) in try row["count"] as Int
                } ?? 0
            let languages = try connection.all(
                """
                SELECT language, count(*) AS count FROM token WHERE is_chosen = 1 GROUP BY language \
                ORDER BY count(*) DESC LIMIT \(PushStore.maximumRows)
                """
            ) { row throws(StorageError) in
                FoldedCounts.Group(name: try row["language"], count: try row["count"])
            }
            return FoldedCounts(folding: languages, total: total)
        }
    }
}
