import Crypto
import Foundation
import Models
import Sealing
import ServiceSettings
import WebAuthn

struct RelyingParty: PasskeyParty {
    let id: String
    let name: String
    let origins: Set<String>
    let requiresVerification: Bool
    let challenges: PasskeyChallenges

    /// Makes the relying party; nil if the settings name no domain. `secret` has at least 32 bytes, the same in all
    /// processes.
    init?(_ settings: PasskeySettings, secret: [UInt8]) {
        guard let id = settings.relyingParty else { return nil }
        self.id = id
        name = settings.relyingPartyName ?? id
        origins = settings.origins.isEmpty ? ["https://\(id)"] : Set(settings.origins)
        requiresVerification = settings.requiresVerification
        challenges = PasskeyChallenges(secret)
    }

    /// Returns the user handle (W3C Web Authentication, section 5.4.3). It reveals nothing about the account.
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

    /// The name of a passkey that its user did not name.
    static let standard = Personal("Passkey")
}

enum PasskeyCeremony: Hashable {
    case registration(AccountID)
    case signIn
    /// A signed-in user proves their identity.
    case proof(AccountID, SessionID)

    fileprivate var text: String {
        switch self {
        case .registration(let account): "registration\0\(account.text)"
        case .signIn: "sign-in"
        case .proof(let account, let session): "proof\0\(account.text)\0\(session.text)"
        }
    }
}

/// An answered challenge, stored to refuse a second use.
struct AnsweredChallenge: Hashable, Sendable {
    let hash: [UInt8]
    let expiresAt: UnixTime
}

/// Creates challenges, and recognises them without storing any, so clients may request any number from any process. A
/// challenge consists of 32 random bytes (W3C Web Authentication, section 13.4.3, asks for 16), the expiry, and a MAC
/// over both and the purpose.
struct PasskeyChallenges: Sendable {
    static let lifetimeSeconds: Int64 = 300
    static let randomLength = 32
    private static let signedLength = randomLength + 8

    private let key: SymmetricKey

    init(_ secret: [UInt8]) { key = SymmetricKey(for: "passkey challenges", from: secret) }

    /// Makes a challenge.
    /// - Parameter random: 32 fresh random bytes.
    func make(for ceremony: PasskeyCeremony, random: [UInt8], at now: UnixTime) -> [UInt8] {
        let end = now.adding(seconds: PasskeyChallenges.lifetimeSeconds).rawValue
        let signed = random + withUnsafeBytes(of: end.bigEndian) { Array($0) }
        return signed + Array(HMAC<SHA256>.authenticationCode(for: bound(signed, ceremony), using: key))
    }

    /// Returns an answered challenge. Throws unless it was created here for this ceremony and has not expired.
    func check(
        _ challenge: [UInt8], for ceremony: PasskeyCeremony, at now: UnixTime
    ) throws(PasskeyRefusal) -> AnsweredChallenge {
        let signed = Array(challenge.prefix(PasskeyChallenges.signedLength))
        guard signed.count == PasskeyChallenges.signedLength,
            HMAC<SHA256>.isValidAuthenticationCode(
                Data(challenge.dropFirst(signed.count)), authenticating: bound(signed, ceremony), using: key)
        else { throw .challenge }
        let end = signed.suffix(8).reduce(Int64(0)) { $0 << 8 | Int64($1) }
        guard end > now.rawValue else { throw .expired }
        return AnsweredChallenge(hash: Array(SHA256.hash(data: Data(challenge))), expiresAt: UnixTime(rawValue: end))
    }

    private func bound(_ signed: [UInt8], _ ceremony: PasskeyCeremony) -> Data { Data(signed + ceremony.text.utf8) }
}
