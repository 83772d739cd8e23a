public import BaliseAPI
import Foundation

/// Lets the system create and use passkeys. Use `SystemPasskeyAuthorizer` in an app, a script in tests and previews.
public protocol PasskeyAuthorizer: Sendable {
    /// Lets the user create a passkey.
    /// - Parameter options: The result of `PasskeysAPI.beginRegistration`.
    /// - Returns: The argument of `PasskeysAPI.register`; nil when the user has cancelled.
    /// - Throws: `system` when the system creates no passkey, for example because this device already has one for the
    ///   account.
    func register(_ options: PasskeyCreationOptions) async throws(BaliseError) -> RegisterPasskeyRequest?

    /// Lets the user choose and use a passkey.
    /// - Parameters:
    ///   - options: The result of `SessionsAPI.beginPasskeySignIn`.
    ///   - prompt: How the system asks the user.
    /// - Returns: The argument of `SessionsAPI.signInWithPasskey`; nil when the user has cancelled or has no passkey.
    func assert(
        _ options: PasskeyRequestOptions, prompt: PasskeyPrompt
    ) async throws(BaliseError) -> SignInWithPasskeyRequest?
}

/// How the system asks for a passkey.
public enum PasskeyPrompt: Hashable, Sendable {
    /// The system shows a sheet, also for a passkey on another device.
    case sheet
    /// The system shows a sheet only if this device has a passkey.
    case sheetIfAvailable
    /// The system shows the passkey among the suggestions above the keyboard, while a field of the content type
    /// `username` has the focus. The call waits until the user chooses, or the task is cancelled.
    case autoFill
}

extension RegisterPasskeyRequest {
    /// Creates the answer for a new passkey, without a name. `clientData` is the JSON that was signed, byte for byte.
    /// `attestationObject` is the public key and its attestation, in CBOR.
    init(credentialID: Data, clientData: Data, attestationObject: Data) {
        self.init(
            id: credentialID.base64URL,
            response: Response(
                clientDataJSON: clientData.base64URL, attestationObject: attestationObject.base64URL,
                // Apple's passkeys are on the device itself (`internal`); others use them over a QR code (`hybrid`).
                transports: ["internal", "hybrid"]))
    }
}

extension SignInWithPasskeyRequest {
    /// Creates the answer for the use of a passkey. `clientData` is the JSON that was signed, byte for byte.
    /// `authenticatorData` contains the hash of the domain, and whether the user was verified. `signature` signs the
    /// two, and `userID` is the account's handle.
    init(credentialID: Data, clientData: Data, authenticatorData: Data, signature: Data, userID: Data) {
        self.init(
            id: credentialID.base64URL,
            response: Response(
                clientDataJSON: clientData.base64URL, authenticatorData: authenticatorData.base64URL,
                signature: signature.base64URL, userHandle: userID.base64URL))
    }
}

/// The registration options that Apple's authenticators use, with bytes instead of base64url.
struct PasskeyRegistrationOptions: Hashable {
    /// ECDSA with P-256 and SHA-256 in COSE, the only algorithm of Apple's passkeys.
    private static let es256 = -7

    let challenge: Data
    let userID: Data
    /// The account's existing passkeys. A device that has one of them creates no further passkey.
    let excluded: [Data]

    /// Reads the options. Throws `system` if Apple's authenticators cannot follow them.
    init(_ options: PasskeyCreationOptions) throws(BaliseError) {
        // An empty list means the default algorithms, beginning with ES256 (WebAuthn level 2, section 5.4).
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

/// Decodes a member of the options. Throws `system` for a text that is no base64url.
func passkeyBytes(_ text: String, _ member: String) throws(BaliseError) -> Data {
    guard let data = Data(base64URL: text) else {
        throw .system("the server gives \(member) of a passkey not in base64url")
    }
    return data
}

/// Whether the user must verify by face, finger or code to use a passkey.
enum PasskeyUserVerification: String, Hashable {
    case required
    /// The user is verified if the device can do that.
    case preferred
    case discouraged

    /// Reads a word. An unknown word means `preferred`, as WebAuthn demands.
    init(word: String) { self = PasskeyUserVerification(rawValue: word) ?? .preferred }
}

extension Data {
    /// Decodes base64url without padding (RFC 4648, section 5); nil for any other text.
    init?(base64URL text: String) {
        guard text.wholeMatch(of: /[A-Za-z0-9_\-]{0,}/) != nil else { return nil }
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
