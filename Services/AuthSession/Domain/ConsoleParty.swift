import Models
import WebAuthn

/// A passkey gives all rights of an API key, so a PIN, a fingerprint or a face is always required.
struct ConsoleParty: PasskeyParty {
    let id: String
    let origins: Set<String>
    let requiresVerification = true

    init(_ expected: PasskeyExpectation) {
        id = expected.relyingParty
        origins = [expected.origin]
    }

    /// The user handle (W3C Web Authentication, section 5.4.3). It says nothing about the operator.
    static func userHandle(of key: APIKeyID) -> [UInt8] { Array(key.text.utf8) }
}
