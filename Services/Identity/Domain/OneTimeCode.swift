import Foundation
import Models

/// A code of digits: sent to a user, or created by their authenticator app. It cannot be printed.
struct OneTimeCode: Sendable {
    let text: SecretText

    /// The digits of a code for a phone.
    static let phoneDigits = 6
    /// Anybody can request a code by mail, and it signs the user in. With eight digits, all the tries of a year have
    /// one chance in about five hundred.
    static let emailDigits = 8
    /// The number of wrong codes before a new one is needed.
    static let tries = 5
    static let randomLength = 8

    /// Creates a code.
    ///
    /// - Parameters:
    ///   - random: 8 fresh random bytes, many more than a code needs, so that all codes are equally likely.
    ///   - digits: The number of digits.
    init(random: [UInt8], digits: Int) {
        let bound = (0..<digits).reduce(UInt64(1)) { bound, _ in bound * 10 }
        let short = String(random.reduce(UInt64(0)) { $0 << 8 | UInt64($1) } % bound)
        text = SecretText(String(repeating: "0", count: digits - short.utf8.count) + short)
    }

    /// Reads a user's code with `TypedCode`; nil for malformed text.
    init?(shown text: SecretText, digits: Int) {
        let shown = TypedCode.plain(text.value)
        guard shown.isASCIIDigits, shown.utf8.count == digits else { return nil }
        self.text = SecretText(shown)
    }
}

extension OneTimeCode {
    /// Returns the error for malformed text. Where tries are counted, it is none.
    static func malformed(digits: Int) -> ServiceError {
        ServiceError(.invalidRequest, "a code has \(digits) digits")
    }

    /// The lifetime of a code for a phone, in seconds.
    static let phoneSeconds: Int64 = 600
}
