import Foundation
import Models

/// A phone number in international form (ITU-T E.164): a plus sign and 8 to 15 digits, without a leading 0.
struct PhoneNumber: Hashable, Sendable {
    let text: Personal<String>

    static let digits = 8...15
    /// Usual characters between digits; two of them are kinds of no-break space.
    private static let fillers = Set(" .-()\u{A0}\u{202F}")

    /// `(0)`, which is only dialled within a country, is not ignored: it would make another number.
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

enum PhoneOrigin: String, Sendable {
    /// An identity provider has verified it.
    case provider
    /// The user has shown a code that was sent to it, or has removed it.
    case person
}
