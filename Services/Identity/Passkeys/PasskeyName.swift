import Foundation
import Models

/// The rules for the names of passkeys.
enum PasskeyName {
    static let maximumLength = 64

    static func checked(_ name: Personal<String>) throws(ServiceError) -> Personal<String> {
        let text = name.value.trimmingCharacters(in: .whitespacesAndNewlines)
        guard (1...maximumLength).contains(text.length), text.isOneLine else {
            throw ServiceError(
                .invalidRequest, "a passkey has a name of 1 to \(maximumLength) characters on one line", field: "name")
        }
        return Personal(text)
    }

    /// The name of a passkey without its own.
    static let standard = Personal("Passkey")
}
