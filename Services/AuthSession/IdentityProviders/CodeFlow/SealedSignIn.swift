// What is known of a sign-in while its person is away at an identity provider, sealed in the texts that travel with them.

import CBOR
import Crypto
import Foundation
import Models

/// A sign-in that has begun: the `state` of OpenID Connect.
struct BegunSignIn: Codable, Sendable {
    /// What the operator calls the provider.
    let provider: String
    /// What the identity token has to hold, before it is hashed.
    let nonce: SecretText
    /// Of the challenge that the provider was given (RFC 7636).
    let verifier: SecretText
    /// The SHA-256 of what the browser shows that began it.
    let bindingHash: [UInt8]
    /// Where the provider sends the person back to.
    let callback: String
    /// Where the app waits.
    let redirectURI: String
    /// Of the verifier that the app keeps.
    let appChallenge: String
    let appState: SecretText?
    let end: UnixTime

    enum CodingKeys: Int, CodingKey {
        case provider = 0, nonce, verifier, bindingHash, callback, redirectURI, appChallenge, appState, end
    }

    /// For how many seconds a person may be away.
    static let lifetime: Int64 = 600
}

/// A person for whom a provider has vouched: the code that the app redeems.
struct VouchedSignIn: Codable, Sendable {
    /// As in `RecogniseIssuedUser`.
    let issuer: String
    let subjectHash: String
    let claims: PersonClaims
    let appChallenge: String
    /// Random, so that no two codes are the same.
    let id: [UInt8]
    let end: UnixTime
    /// By what the session ends when its person signs out at the provider; nil in a code of a version before.
    let origin: VouchedOrigin?
    /// What Apple says; nil at any other provider.
    var apple: Apple?

    enum CodingKeys: Int, CodingKey {
        case issuer = 0, subjectHash, claims, appChallenge = 4, id, end, origin, apple
    }

    /// A person of Apple, who has one account whether they come by an app or by Apple's web page.
    struct Apple: Codable, Sendable {
        let names: AppleNames
        /// The Services id that the person came by.
        let client: String
        /// What is revoked when the account is erased; nil where Apple gave none.
        let refreshToken: SecretText?

        enum CodingKeys: Int, CodingKey { case names = 0, client, refreshToken }
    }

    /// For how many seconds it counts: its person may have to type the password of an account.
    static let lifetime: Int64 = 300
}

/// Seals what travels with a person, with AES-GCM (NIST SP 800-38D). Nobody else can read or make it, and nothing has to
/// be stored of a sign-in that may never come back.
struct SignInSeal: Sendable {
    let key: SymmetricKey

    /// What a text is for. One that is for something else is not opened.
    private static func purpose<Content>(_ type: Content.Type) -> Data { Data("\(type)".utf8) }

    func sealed<Content: Encodable & Sendable>(_ content: Content) throws -> SecretText {
        let box = try AES.GCM.seal(
            Data(try CBOREncoder().encode(content)), using: key, authenticating: SignInSeal.purpose(Content.self))
        guard let combined = box.combined else { throw ServiceError(.internalFailure, "nothing was sealed") }
        return SecretText(base64URL(combined))
    }

    /// Nil for a text that was not sealed here for this.
    func open<Content: Decodable>(_ text: SecretText, as type: Content.Type) -> Content? {
        guard text.value.utf8.count <= 8192, let combined = base64URLDecoded(text.value.utf8),
            let box = try? AES.GCM.SealedBox(combined: combined),
            let plain = try? AES.GCM.open(box, using: key, authenticating: SignInSeal.purpose(type))
        else { return nil }
        return try? CBORDecoder().decode(type, from: Array(plain))
    }
}
