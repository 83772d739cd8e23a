// For whom passkeys are made here.

import Crypto
import Foundation
import Models
import ServiceSettings
import WebAuthn

/// For whom passkeys are made (the relying party), and where they may be shown.
struct RelyingParty: PasskeyParty {
    /// A domain.
    let id: String
    let name: String
    let origins: Set<String>
    let requiresVerification: Bool
    let challenges: PasskeyChallenges

    /// Nil when the settings name no domain.
    ///
    /// - Parameter secret: What challenges are made with; at least 32 random bytes, the same in all processes.
    init?(_ settings: PasskeySettings, secret: [UInt8]) {
        guard let id = settings.relyingParty else { return nil }
        self.id = id
        name = settings.relyingPartyName ?? id
        origins = settings.origins.isEmpty ? ["https://\(id)"] : Set(settings.origins)
        requiresVerification = settings.requiresVerification
        challenges = PasskeyChallenges(secret)
    }

    /// The name by which an authenticator knows the account (W3C Web Authentication, section 5.4.3: the user handle). It stays with the
    /// authenticator, and says nothing of whom the account is of.
    func userHandle(of account: AccountID) -> [UInt8] {
        Array(SHA256.hash(data: Data("user handle\0\(id)\0\(account.text)".utf8)))
    }

    /// What is answered where no passkeys are set up.
    static let notSetUp = ServiceError(
        .invalidRequest, "passkeys are not set up here; the operator has to set passkeys.rpId to their domain")
}
