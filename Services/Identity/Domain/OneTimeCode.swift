// Codes of digits, by which people show that a phone number, an e-mail address or an authenticator app is theirs.

import Foundation
import Models

/// A code of digits that is sent to a person, or that their authenticator app makes. It cannot be printed.
struct OneTimeCode: Sendable {
    let text: SecretText

    /// How many digits a code has that goes to a phone.
    static let phoneDigits = 6
    /// A code that goes by mail signs people in, and anybody may have one sent: two digits more leave whoever guesses with
    /// the tries of a whole year one chance in about five hundred.
    static let emailDigits = 8
    /// How many wrong codes may be shown before a new one has to be asked for.
    static let tries = 5
    static let randomLength = 8

    /// A new code.
    ///
    /// - Parameters:
    ///   - random: 8 fresh random bytes, many more than a code holds, so that each code is as likely as any other.
    ///   - digits: How many digits it has.
    init(random: [UInt8], digits: Int) {
        let bound = (0..<digits).reduce(UInt64(1)) { bound, _ in bound * 10 }
        let short = String(random.reduce(UInt64(0)) { $0 << 8 | UInt64($1) } % bound)
        text = SecretText(String(repeating: "0", count: digits - short.utf8.count) + short)
    }

    /// A code that somebody shows, as `TypedCode` reads it; nil when it cannot be one.
    init?(shown text: SecretText, digits: Int) {
        let shown = TypedCode.plain(text.value)
        guard shown.isASCIIDigits, shown.utf8.count == digits else { return nil }
        self.text = SecretText(shown)
    }
}

extension OneTimeCode {
    /// What is told to whoever shows what cannot be a code of so many digits. It is no try, wherever tries are counted.
    static func malformed(digits: Int) -> ServiceError {
        ServiceError(.invalidRequest, "a code has \(digits) digits")
    }

    /// For how many seconds a code counts that goes to a phone.
    static let phoneSeconds: Int64 = 600
}
