import Foundation
import Models

/// A new password is long enough, not common, no row of keys, no season or month with a year, none of the user's names. Older
/// passwords stay valid.
enum PasswordRules {
    /// In visible characters, whatever their number of bytes.
    static let minimumCharacters = 8
    /// Shorter parts of names occur in good passwords by chance.
    private static let shortestName = 3

    /// Nil if it is accepted.
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

    /// Each name alone, the part of an address before the @, and first and last name together.
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

    /// Also without its last one to three characters if those are digits and signs, which are usual after a word.
    private static func withEndingsDropped(_ text: String) -> [String] {
        let ending = text.reversed().prefix { !$0.isLetter }.count
        return (0...min(ending, 3)).map { String(text.dropLast($0)) }
    }

    private static func fold(_ text: String) -> String {
        text.precomposedStringWithCanonicalMapping.lowercased()
    }

    private static func letters(_ text: String) -> String {
        let letters = text.filter { $0.isLetter }
        return letters.count >= shortestName ? letters : ""
    }
}

extension AccountNames {
    fileprivate var texts: [String] { [username, email?.value, phone?.value].compactMap { $0 } }
}

extension Password {
    /// `field` is the member of the body with the password. Throws `invalidRequest` with the reason and advice.
    init(
        new text: SecretText, for names: AccountNames, _ details: ProfileDetails, in field: String = "newPassword"
    ) throws(ServiceError) {
        let own =
            names.texts + [details.firstName, details.lastName, details.displayName].compactMap { $0?.value }
        if let objection = PasswordRules.objection(to: text.value, names: own) {
            throw ServiceError(.invalidRequest, objection, field: field)
        }
        guard let password = Password(shown: text) else {
            throw ServiceError(.invalidRequest, "this password is not accepted; choose another one", field: field)
        }
        self = password
    }
}
