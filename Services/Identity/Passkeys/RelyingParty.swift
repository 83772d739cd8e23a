import Crypto
import Foundation
import Models
import ServiceSettings
import WebAuthn

struct RelyingParty: PasskeyParty {
    let id: String
    let name: String
    let origins: Set<String>
    let requiresVerification: Bool
    let challenges: PasskeyChallenges

    /// Nil if the settings name no domain. `secret` has at least 32 random bytes, the same in all processes.
    init?(_ settings: PasskeySettings, secret: [UInt8]) {
        guard let id = settings.relyingParty else { return nil }
        self.id = id
        name = settings.relyingPartyName ?? id
        origins = settings.origins.isEmpty ? ["https://\(id)"] : Set(settings.origins)
        requiresVerification = settings.requiresVerification
        challenges = PasskeyChallenges(secret)
    }

    /// The user handle (W3C Web Authentication, section 5.4.3). It reveals nothing about the account.
    func userHandle(of account: AccountID) -> [UInt8] {
        Array(SHA256.hash(data: Data("user handle\0\(id)\0\(account.text)".utf8)))
    }

    static let notSetUp = ServiceError(
        .invalidRequest, "passkeys are not set up here; the operator has to set passkeys.rpId to their domain")
}

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
