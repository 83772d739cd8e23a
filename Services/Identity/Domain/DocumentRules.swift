// What becomes of a document that an app writes.

import Models

/// What becomes of a document that an app writes.
enum DocumentRules {
    /// The document after a write; `present` is nil when there is none.
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
