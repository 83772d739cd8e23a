import Foundation

/// The words that control transactions, which belong to the database.
let transactionWords: Set<String> = [
    "BEGIN", "COMMIT", "END", "ROLLBACK", "SAVEPOINT", "RELEASE", "START", "ABORT",
]

extension Substring {
    /// In capitals, after white space, empty statements and comments.
    var firstSQLWord: String? {
        var rest = self
        while true {
            rest = rest.drop { $0.isWhitespace || $0 == ";" }
            if rest.hasPrefix("--") {
                rest = rest.drop { !$0.isNewline }
            } else if rest.hasPrefix("/*") {
                guard let end = rest.range(of: "*/") else { return nil }
                rest = rest[end.upperBound...]
            } else {
                let word = rest.prefix { $0.isLetter }
                return word.isEmpty ? nil : word.uppercased()
            }
        }
    }
}
