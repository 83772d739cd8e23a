import Foundation
import Models

/// The rules for new passwords. A password must be long enough. It must not be common, a row of keys, a season or month
/// with a year, or one of the user's names. Older passwords stay valid.
enum PasswordRules {
    /// The shortest password in visible characters, whatever their number of bytes.
    static let minimumCharacters = 8
    /// The shortest part of a name that is refused. Shorter parts occur in good passwords by chance.
    private static let shortestName = 3

    /// Returns the reason why a password is refused; nil if it is accepted.
    static func objection(to text: String, names: [String]) -> String? {
        guard text.length <= Password.maximumLength else {
            return "a password has at most \(Password.maximumLength) characters; choose a shorter one"
        }
        guard text.precomposedStringWithCanonicalMapping.count >= minimumCharacters else {
            return "a password has at least \(minimumCharacters) characters; choose a longer one"
        }
        let folded = fold(text)
        guard Set(folded).count > 2 else {
            return "a password of one or two repeated characters is easy to guess; choose another one"
        }
        guard !withEndingsDropped(folded).contains(where: CommonPasswords.contain) else {
            return "this password is very common and easy to guess; choose another one"
        }
        guard !PredictablePasswords.isRow(folded) else {
            return "a password of neighbouring keys or consecutive characters is easy to guess; choose another one"
        }
        guard !PredictablePasswords.isOfCalendar(folded) else {
            return "a season, a month or a day with a year is easy to guess; choose another one"
        }
        let core = letters(folded)
        let isName = own(names).contains { folded == $0 || (!core.isEmpty && core == letters($0)) }
        guard !isName else { return "this password consists of your own name or address; choose another one" }
        return nil
    }

    /// Returns texts of names: each name, the part of an address before the @, and any two names together.
    private static func own(_ names: [String]) -> Set<String> {
        var all: Set<String> = []
        for name in names.map(fold) {
            all.insert(name)
            if let at = name.firstIndex(of: "@") { all.insert(String(name[..<at])) }
            // A phone number is also refused without its plus sign.
            all.insert(name.filter(\.isNumber))
        }
        for one in names.map(fold) {
            for other in names.map(fold) where other != one { all.insert(one + other) }
        }
        return all.filter { $0.count >= shortestName }
    }

    /// Returns the text, and the text without its last one, two and three characters, as far as these are not letters.
    private static func withEndingsDropped(_ text: String) -> [String] {
        let ending = text.reversed().prefix { !$0.isLetter }.count
        return (0...min(ending, 3)).map { String(text.dropLast($0)) }
    }

    private static func fold(_ text: String) -> String { text.precomposedStringWithCanonicalMapping.lowercased() }

    private static func letters(_ text: String) -> String {
        let letters = text.filter { $0.isLetter }
        return letters.count >= shortestName ? letters : ""
    }
}

extension Password {
    /// Checks a new password. `field` is its member of the body. Throws `invalidRequest` with the reason and advice.
    init(
        new text: SecretText, for names: AccountNames, _ details: ProfileDetails, in field: String = "newPassword"
    ) throws(ServiceError) {
        let own = [
            names.username, names.email?.value, names.phone?.value, details.firstName?.value, details.lastName?.value,
            details.displayName?.value,
        ].compactMap(\.self)
        if let objection = PasswordRules.objection(to: text.value, names: own) {
            throw ServiceError(.invalidRequest, objection, field: field)
        }
        guard let password = Password(shown: text) else {
            throw ServiceError(.invalidRequest, "this password is not accepted; choose another one", field: field)
        }
        self = password
    }
}

enum PredictablePasswords {
    /// The rows of neighbouring keys on QWERTY, AZERTY and QWERTZ keyboards, by row, column and characters in order.
    private static let rows: [[Character]] = [
        "01234567890", "abcdefghijklmnopqrstuvwxyz",
        "qwertyuiop", "asdfghjkl", "zxcvbnm", "azertyuiop", "qsdfghjklm", "wxcvbn", "qwertzuiop", "yxcvbnm",
        "1qaz", "2wsx", "3edc", "4rfv", "5tgb", "6yhn", "7ujm", "1aqw", "2zsx", "&é\"'(-è_çà)", "!@#$%^&*()",
    ].map(Array.init)

    /// The directions (1, -1) in which the second of two characters follows the first.
    private static let steps: [[Character]: Set<Int>] = {
        var steps: [[Character]: Set<Int>] = [:]
        for row in rows {
            for (one, next) in zip(row, row.dropFirst()) {
                steps[[one, next], default: []].insert(1)
                steps[[next, one], default: []].insert(-1)
            }
        }
        return steps
    }()

    /// The seasons, months and days in English and French, without accents.
    private static let calendar: Set<String> = Set(
        """
        spring summer autumn fall winter printemps ete automne hiver
        january february march april may june july august september october november december
        janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre
        monday tuesday wednesday thursday friday saturday sunday
        lundi mardi mercredi jeudi vendredi samedi dimanche
        """.split(whereSeparator: \.isWhitespace).map(String.init))

    /// The most digits in a date. A date has at most six digits beside a month's name.
    private static let maximumDigits = 6
    /// The most signs around words: dots, dashes and exclamation marks.
    private static let maximumSigns = 4
    /// The usual length of runs: runs with a shorter average length occur by chance.
    private static let usualRun = 3

    /// Whether a text is mostly runs of neighbours or of one character. Two runs may alternate (1q2w3e4r).
    static func isRow(_ text: String) -> Bool {
        let characters = Array(text)
        if isMadeOfRuns(characters) { return true }
        let halves = [0, 1].flatMap { half in characters.indices.filter { $0 % 2 == half }.map { characters[$0] } }
        if isMadeOfRuns(halves) { return true }
        let ending = characters.reversed().prefix { !$0.isLetter }.count
        guard ending <= maximumDigits, characters.count > ending else { return false }
        let word = Array(characters.dropLast(ending))
        return word.count > usualRun && countOfRuns(word) == 1
    }

    static func isOfCalendar(_ text: String) -> Bool {
        let plain = text.decomposedStringWithCanonicalMapping.unicodeScalars.filter { !$0.properties.isDiacritic }
        let characters = String(String.UnicodeScalarView(plain))
        let digits = characters.filter(\.isNumber).count
        let letters = characters.filter(\.isLetter)
        let signs = characters.count - digits - letters.count
        return digits <= maximumDigits && signs <= maximumSigns && calendar.contains(letters)
    }

    private static func isMadeOfRuns(_ characters: [Character]) -> Bool {
        countOfRuns(characters) * usualRun <= characters.count
    }

    /// Returns the number of runs. In a run, a character repeats, or each is the next neighbour in one direction.
    private static func countOfRuns(_ characters: [Character]) -> Int {
        guard !characters.isEmpty else { return 0 }
        let anyDirection: Set = [-1, 0, 1]
        var count = 1
        var directions = anyDirection
        for (one, next) in zip(characters, characters.dropFirst()) {
            directions.formIntersection(one == next ? [0] : steps[[one, next]] ?? [])
            if directions.isEmpty {
                count += 1
                directions = anyDirection
            }
        }
        return count
    }
}
