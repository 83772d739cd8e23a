// The options of passkeys, as Apple's systems take them: with bytes in place of base64url.

import BaliseAPI
import Foundation

/// What an authenticator of Apple's systems takes of the options by which a passkey is made.
struct PasskeyRegistrationOptions: Hashable {
    /// COSE's number of ECDSA with P-256 and SHA-256, the one algorithm of Apple's passkeys.
    private static let es256 = -7

    let challenge: Data
    let userID: Data
    /// The passkeys that the account has: a device that holds one of them makes no other.
    let excluded: [Data]

    /// Throws `system` for options that such an authenticator cannot follow.
    init(_ options: PasskeyCreationOptions) throws(BaliseError) {
        // An empty list stands for the usual ones, of which this is the first (WebAuthn level 2, section 5.4).
        let algorithms = options.pubKeyCredParams.map(\.alg)
        guard algorithms.isEmpty || algorithms.contains(Self.es256) else {
            throw .system("the server wants a passkey of a kind that this system does not make")
        }
        challenge = try passkeyBytes(options.challenge, "challenge")
        userID = try passkeyBytes(options.user.id, "user.id")
        var excluded: [Data] = []
        for passkey in options.excludeCredentials {
            excluded.append(try passkeyBytes(passkey.id, "excludeCredentials"))
        }
        self.excluded = excluded
    }
}

/// The bytes of a member of the options; throws `system` for what is no base64url.
func passkeyBytes(_ text: String, _ member: String) throws(BaliseError) -> Data {
    guard let data = Data(base64URL: text) else {
        throw .system("the server gives \(member) of a passkey not in base64url")
    }
    return data
}

/// Whether a person has to show their face, finger or code to use a passkey.
enum PasskeyUserVerification: String, Hashable {
    /// They have to.
    case required
    /// They have to where the device can ask for it.
    case preferred
    /// They need not.
    case discouraged

    /// Another word counts as `preferred`, as WebAuthn wants it of unknown ones.
    init(word: String) { self = PasskeyUserVerification(rawValue: word) ?? .preferred }
}

extension Data {
    /// The bytes of a base64url text without padding (RFC 4648, section 5); nil for any other text.
    init?(base64URL text: String) {
        guard text.utf8.allSatisfy(\.isOfBase64URL) else { return nil }
        let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
        self.init(
            base64Encoded: text.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
                + padding)
    }

    /// The bytes as base64url without padding.
    var base64URL: String {
        base64EncodedString().replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
            .replacingOccurrences(of: "=", with: "")
    }
}

extension UInt8 {
    fileprivate var isOfBase64URL: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
