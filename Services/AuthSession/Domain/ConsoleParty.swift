// For whom the passkeys of operators are made.

import Models
import WebAuthn

/// The console, as an authenticator is told of it. A passkey opens what a whole API key does, so a PIN, a finger or a face
/// is always asked for.
struct ConsoleParty: PasskeyParty {
    let id: String
    let origins: Set<String>
    let requiresVerification = true

    init(_ expected: PasskeyExpectation) {
        id = expected.relyingParty
        origins = [expected.origin]
    }

    /// By what an authenticator knows the key again (W3C Web Authentication, section 5.4.3): its id, which says nothing
    /// of its operator.
    static func userHandle(of key: APIKeyID) -> [UInt8] { Array(key.text.utf8) }
}

/// A passkey of an API key as it is kept.
struct KeptKeyPasskey: Hashable, Sendable {
    let id: PasskeyID
    let key: APIKeyID
    let publicKey: PasskeyPublicKey
    let signCount: UInt32
    let isBackupEligible: Bool
}
