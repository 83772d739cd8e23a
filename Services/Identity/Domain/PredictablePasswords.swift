import Foundation

enum PredictablePasswords {
    /// Neighbouring keys on QWERTY, AZERTY and QWERTZ keyboards, by row and column, and characters in their order.
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

    /// Seasons, months and days in English and French, without accents.
    private static let calendar: Set<String> = Set(
        """
        spring summer autumn fall winter printemps ete automne hiver
        january february march april may june july august september october november december
        janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre
        monday tuesday wednesday thursday friday saturday sunday
        lundi mardi mercredi jeudi vendredi samedi dimanche
        """.split(whereSeparator: \.isWhitespace).map(String.init))

    /// A date has six digits beside a month's name.
    private static let maximumDigits = 6
    /// Dots, dashes and exclamation marks around words.
    private static let maximumSigns = 4
    /// Runs with a shorter average length occur by chance.
    private static let usualRun = 3

    /// Mostly runs of neighbouring keys, consecutive characters or one character. Two runs may alternate (1q2w3e4r).
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

    /// In a run a character repeats, or the next one is its neighbour, always in the same direction.
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
