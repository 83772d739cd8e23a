// In which languages people are told of things.

import Models
import Storage

extension PushStore {
    /// How many rows of different languages are looked at; the rest counts as others.
    private static let maximumRows = 10_000

    /// Counts the tokens to which announcements go, one a push device, by language.
    func countLanguages() async throws(PushStoreError) -> FoldedCounts {
        try await read { connection in
            let tokens = TokenTable(connection: connection)
            let languages = try tokens.countsByLanguage(limit: PushStore.maximumRows)
            guard languages.count == PushStore.maximumRows else { return FoldedCounts(folding: languages) }
            return FoldedCounts(folding: languages, total: try tokens.countOfChosen())
        }
    }
}
