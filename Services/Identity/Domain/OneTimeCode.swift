import Foundation
import Models

/// A code of digits: sent to a user, or created by their authenticator app. It cannot be printed.
struct OneTimeCode: Sendable {
    let text: SecretText

    static let phoneDigits = 6
    /// Anybody can request a code by mail. With eight digits, all the tries of a year have one chance in about five hundred.
    static let emailDigits = 8
    /// The number of wrong codes before a new one is needed.
    static let tries = 5
    static let randomLength = 8

    /// `random` are 8 fresh bytes, many more than a code needs, so that all codes are equally likely.
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
    static func malformed(digits: Int) -> ServiceError {
        ServiceError(.invalidRequest, "a code has \(digits) digits")
    }

    /// In seconds.
    static let phoneSeconds: Int64 = 600
}
