// Which new passwords are taken.

import Foundation
import Models

/// Which new passwords are accepted: long enough, not one of the commonest, no row of keys, no season or month with a
/// year, and none of the person's own names. Passwords from before these rules stay valid.
enum PasswordRules {
    /// In characters as people count them, whatever bytes they have.
    static let minimumCharacters = 8
    /// Shorter pieces of names stand in many a good password by chance.
    private static let shortestName = 3

    /// Why a new password is not taken, as a sentence that says what to do; nil when it is.
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
        guard !isName else {
            return "this password consists of your own name or address; choose another one"
        }
        return nil
    }

    /// The names of a person as a password might repeat them: each alone, the part of an address before the @, and
    /// first and last name together.
    private static func own(_ names: [String]) -> Set<String> {
        var all: Set<String> = []
        for name in names.map(fold) {
            all.insert(name)
            if let at = name.firstIndex(of: "@") { all.insert(String(name[..<at])) }
            // A phone number without its plus sign.
            all.insert(name.filter(\.isNumber))
        }
        for one in names.map(fold) {
            for other in names.map(fold) where other != one { all.insert(one + other) }
        }
        return all.filter { $0.count >= shortestName }
    }

    /// The text, and without the last one to three characters where these are digits and signs, which people put behind
    /// a word.
    private static func withEndingsDropped(_ text: String) -> [String] {
        let ending = text.reversed().prefix { !$0.isLetter }.count
        return (0...min(ending, 3)).map { String(text.dropLast($0)) }
    }

    private static func fold(_ text: String) -> String {
        text.precomposedStringWithCanonicalMapping.lowercased()
    }

    /// Without the digits, signs and spaces that people put around a name.
    private static func letters(_ text: String) -> String {
        let letters = text.filter { $0.isLetter }
        return letters.count >= shortestName ? letters : ""
    }
}

extension AccountNames {
    /// The names as texts.
    fileprivate var texts: [String] { [username, email?.value, phone?.value].compactMap { $0 } }
}

extension Password {
    /// A new password of a person with these names.
    ///
    /// - Throws: `invalidRequest` for one that is not taken; the text says why, and what to do.
    init(new text: SecretText, for names: AccountNames, _ details: ProfileDetails) throws(ServiceError) {
        let own =
            names.texts + [details.firstName, details.lastName, details.displayName].compactMap { $0?.value }
        if let objection = PasswordRules.objection(to: text.value, names: own) {
            throw ServiceError(.invalidRequest, objection)
        }
        guard let password = Password(shown: text) else {
            throw ServiceError(.invalidRequest, "this password is not accepted; choose another one")
        }
        self = password
    }
}
