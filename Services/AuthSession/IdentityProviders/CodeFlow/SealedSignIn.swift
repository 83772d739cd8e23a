import CBOR
import Crypto
import Foundation
import Models
import Sealing

/// A sign-in that has begun, with the verifier of RFC 7636: the sealed `state` of OpenID Connect.
struct BegunSignIn: Codable, Sendable {
    let provider: String
    /// The nonce for the identity token, before hashing.
    let nonce: SecretText
    let verifier: SecretText
    /// The SHA-256 of a secret that is stored in the browser in which the sign-in began.
    let bindingHash: [UInt8]
    /// The address that the provider returns the user to.
    let callback: String
    let redirectURI: String
    let appChallenge: String
    let appState: SecretText?
    let end: UnixTime

    enum CodingKeys: Int, CodingKey {
        case provider = 0, nonce, verifier, bindingHash, callback, redirectURI, appChallenge, appState, end
    }

    /// The seconds that the sign-in may take.
    static let lifetime: Int64 = 600
}

/// A user verified by a provider: the sealed code for the app.
struct VouchedSignIn: Codable, Sendable {
    let issuer: String
    let subjectHash: String
    let claims: PersonClaims
    let appChallenge: String
    /// Random bytes, so that no two codes are equal.
    let id: [UInt8]
    let end: UnixTime
    /// The session's names at the provider, so that a later sign-out there ends it.
    let origin: VouchedOrigin
    var apple: Apple?

    enum CodingKeys: Int, CodingKey { case issuer = 0, subjectHash, claims, appChallenge = 4, id, end, origin, apple }

    /// A user of Apple, who has one account for both the app and the web sign-in.
    struct Apple: Codable, Sendable {
        let names: AppleNames
        let client: String
        /// The token to revoke when the account is erased; nil if Apple gave no token.
        let refreshToken: SecretText?

        enum CodingKeys: Int, CodingKey { case names = 0, client, refreshToken }
    }

    /// The code's lifetime in seconds: the user may have to type an account's password.
    static let lifetime: Int64 = 300
}

/// Seals the state that travels with a user. A sealed text opens only as the type it was sealed as. No other party can
/// read or make it, and nothing is stored for a sign-in that may never finish.
struct SignInSeal: Sendable {
    private let boundSeal: BoundSeal

    init(key: SymmetricKey) { boundSeal = BoundSeal(key: key) }

    func sealed<Content: Encodable & Sendable>(_ content: Content) throws -> SecretText {
        SecretText(base64URL(try boundSeal.seal(try CBOREncoder().encode(content), boundTo: "\(Content.self)")))
    }

    /// Decrypts a text; nil if it was not sealed here for this purpose.
    func open<Content: Decodable>(_ text: SecretText, as type: Content.Type) -> Content? {
        guard text.value.utf8.count <= 8192, let combined = base64URLDecoded(text.value.utf8),
            let plain = boundSeal.open(combined, boundTo: "\(type)")
        else { return nil }
        return try? CBORDecoder().decode(type, from: plain)
    }
}
