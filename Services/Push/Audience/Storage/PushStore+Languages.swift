import Models
import Storage

extension PushStore {
    /// The rest count as others.
    private static let maximumRows = 10_000

    /// Counts one chosen token of each push device.
    func countLanguages() async throws(PushStoreError) -> FoldedCounts {
        try await read { connection in
            let tokens = TokenTable(connection: connection)
            let languages = try tokens.countsByLanguage(limit: PushStore.maximumRows)
            guard languages.count == PushStore.maximumRows else { return FoldedCounts(folding: languages) }
            return FoldedCounts(folding: languages, total: try tokens.countOfChosen())
        }
    }
}
