// Phone numbers that a code can be sent to.

import Foundation
import Models

/// A phone number in international form (ITU-T E.164): a plus sign and 8 to 15 digits, the first of which is not 0.
struct PhoneNumber: Hashable, Sendable {
    /// Without anything between the digits.
    let text: Personal<String>

    static let digits = 8...15
    /// What people write between digits, two kinds of space that do not break a line among them.
    private static let fillers = Set(" .-()\u{A0}\u{202F}")

    /// Nil for what is none. `(0)`, which is dialled inside of a country only, is not passed over: with it the number
    /// would be another one.
    init?(_ typed: String) {
        let kept = typed.trimmingCharacters(in: .whitespacesAndNewlines)
        guard kept.utf8.count <= 64, kept.hasPrefix("+"), !kept.contains("(0)") else { return nil }
        let digits = kept.dropFirst().filter { !PhoneNumber.fillers.contains($0) }
        guard digits.isASCIIDigits, PhoneNumber.digits.contains(digits.utf8.count), !digits.hasPrefix("0") else {
            return nil
        }
        text = Personal("+" + digits)
    }
}

/// Who has said which phone number a person has, or that there shall be none.
enum PhoneOrigin: String, Sendable {
    /// An identity provider has verified it.
    case provider
    /// The person, who showed a code that was sent to it, or took it back.
    case person
}
