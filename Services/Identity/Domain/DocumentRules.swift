import Models

enum DocumentRules {
    /// Returns the document after a write; `present` is nil if the document is new.
    ///
    /// - Throws: `documentExists`, `unknownDocument`, `documentTooLarge`.
    static func content(
        after change: DocumentContent, _ mode: WriteDocument.Mode, of present: DocumentContent?
    ) throws(Refusal) -> DocumentContent {
        switch mode {
        case .create:
            guard present == nil else { throw .documentExists }
            return change
        case .merge:
            guard let present else { throw .unknownDocument }
            return try present.merging(change)
        case .replace:
            return change
        }
    }
}
