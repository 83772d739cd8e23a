// What a passkey may be called.

import Foundation
import Models

/// What a passkey may be called by its person.
enum PasskeyName {
    static let maximumLength = 64

    /// The name in the form in which it is kept.
    static func checked(_ name: Personal<String>) throws(ServiceError) -> Personal<String> {
        let text = name.value.trimmingCharacters(in: .whitespacesAndNewlines)
        guard (1...maximumLength).contains(text.length), text.isOneLine else {
            throw ServiceError(
                .invalidRequest, "a passkey has a name of 1 to \(maximumLength) characters on one line", field: "name")
        }
        return Personal(text)
    }

    /// The name of a passkey to which its person has given none.
    static let standard = Personal("Passkey")
}
