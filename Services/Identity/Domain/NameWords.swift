import Foundation
import Models

/// The words of names, or of a search for names, in the form for comparisons: lower case, without accents, apostrophes
/// and punctuation. "Seán O'Brien" has the words `sean` and `obrien`. A word contains no character that LIKE treats
/// specially. Stored names have this form, so a change of it needs a new fill of `account.folded_names`.
struct NameWords: Hashable, Sendable {
    /// The most words of an account, and the most Unicode scalars of a word. Longer names are found by their beginnings.
    static let maximumWords = 16
    static let maximumLength = 40
    /// The shortest end of a word that finds it.
    static let shortestEnd = 3

    /// Each word once, in their order.
    let words: [String]

    /// - Parameter names: User names and addresses, of which `String.laterWords` counts.
    init(_ texts: [String?], andOf names: [String?] = []) {
        var words: [String] = []
        let folded = texts.flatMap { $0?.foldedWords ?? [] } + names.flatMap { $0?.laterWords ?? [] }
        for word in folded where words.count < Self.maximumWords {
            let short = String(String.UnicodeScalarView(word.prefix(Self.maximumLength)))
            if !words.contains(short) { words.append(short) }
        }
        self.words = words
    }

    /// The column `folded_names`: each word after a space, so that a pattern can find the beginning of a word.
    var text: String { words.map { " \($0)" }.joined() }

    /// The rows of `name_part`: the words and their ends.
    var parts: Set<String> {
        Set(
            words.flatMap { word -> [String] in
                let scalars = Array(word.unicodeScalars)
                let last = max(0, scalars.count - Self.shortestEnd)
                return (0...last).map { String(String.UnicodeScalarView(scalars[$0...])) }
            })
    }

    /// A LIKE pattern of `folded_names` for each word of a search. A short word has to begin a word of a name.
    var patterns: [String] {
        words.map { $0.unicodeScalars.count < Self.shortestEnd ? "% \($0)%" : "%\($0)%" }
    }
}

extension NameWords {
    /// The words by which a search finds an account.
    init(_ details: ProfileDetails, _ names: AccountNames, contactEmail: Personal<String>?) {
        self.init(
            [details.firstName?.value, details.lastName?.value, details.calledName?.value],
            andOf: [names.username, names.email?.value, contactEmail?.value])
    }
}

extension String {
    /// The words of a user name, or of an address before its `@`; none if there is only one, because the beginning of the
    /// name finds that. Words with digits are left out: most are random, and each has as many rows as characters.
    fileprivate var laterWords: [ArraySlice<Unicode.Scalar>] {
        let words = String(prefix { $0 != "@" }).foldedWords
        let isName = { (word: ArraySlice<Unicode.Scalar>) in word.allSatisfy { $0.properties.isAlphabetic } }
        return words.dropFirst().contains(where: isName) ? words.filter(isName) : []
    }

    fileprivate var foldedWords: [ArraySlice<Unicode.Scalar>] {
        var folded: [Unicode.Scalar] = []
        for scalar in decomposedStringWithCompatibilityMapping.lowercased().unicodeScalars {
            if let replacement = Unicode.Scalar.replacements[scalar] {
                folded += replacement.unicodeScalars
            } else if !scalar.isAccent {
                folded.append(scalar)
            }
        }
        return folded.split { $0.separatesWords }
    }
}

extension Unicode.Scalar {
    /// Letters that have no decomposition, and apostrophes, which do not separate words.
    fileprivate static let replacements: [Unicode.Scalar: String] = [
        "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ħ": "h", "ı": "i",
        "ς": "σ", "'": "", "\u{2019}": "", "\u{02BC}": "", "`": "",
    ]

    fileprivate var isAccent: Bool {
        [.nonspacingMark, .enclosingMark, .format].contains(properties.generalCategory)
    }

    fileprivate var separatesWords: Bool {
        switch properties.generalCategory {
        case .spaceSeparator, .lineSeparator, .paragraphSeparator, .control, .dashPunctuation, .openPunctuation,
            .closePunctuation, .connectorPunctuation, .initialPunctuation, .finalPunctuation, .otherPunctuation:
            true
        default: false
        }
    }
}
