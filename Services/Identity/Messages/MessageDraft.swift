// A message before it is known to whom it goes, and how it is kept until it is sent.

import CBOR
import Crypto
import Foundation
import Models

/// A message that a handler has the store queue, together with the change that it is about.
struct MessageDraft: Sendable {
    let id: String
    let kind: MessageKind
    /// Empty where the message only tells something.
    let token: SecretText
    /// When the token is over: it is not sent after that.
    let expiresAt: UnixTime?
    /// The language of the request, for an account that has none.
    let locale: String?
    let seal: MessageSeal
    /// What the message tells beside its kind; nil where that is all.
    var told: MessageContent.Told?
    /// What it says in place of what its kind says, as only its receiver is to know; nil for that.
    var saidInstead: MessageKind?

    /// The same message, saying something else, without what the token opens.
    func saying(_ other: MessageKind) -> MessageDraft {
        MessageDraft(
            id: id, kind: kind, token: SecretText(""), expiresAt: expiresAt, locale: locale, seal: seal,
            saidInstead: other)
    }

    /// What is kept of the message for an address, for nobody to read without the secret.
    ///
    /// - Parameter language: the language of the account.
    func sealed(to address: Personal<String>, in language: String?) throws -> [UInt8] {
        let content = MessageContent(
            address: address, token: token, locales: [language, locale].compactMap(\.self), told: told,
            saidInstead: saidInstead)
        return try seal.seal(content, id)
    }
}

/// What the text of a message is made from when it is sent.
struct MessageContent: Codable, Sendable {
    let address: Personal<String>
    let token: SecretText
    /// The languages of the person, the preferred one first.
    let locales: [String]
    /// What the kind does not say; nil where it says it all.
    var told: Told?
    /// What it says in place of what its kind says; nil for that.
    var saidInstead: MessageKind?

    enum CodingKeys: Int, CodingKey {
        case address = 0, token, locales, told, saidInstead
    }

    /// What a message tells that was elsewhere before.
    struct Told: Codable, Sendable {
        /// The client, as it said of itself; nil when it said nothing.
        let client: Personal<String>?
        /// When that happened.
        let at: UnixTime

        enum CodingKeys: Int, CodingKey { case client = 0, at }
    }
}

/// Seals what waits to be sent with AES-GCM (NIST SP 800-38D), bound to its id, under a secret that is not in the
/// database: a stored token opens an account.
struct MessageSeal: Sendable {
    private let key: SymmetricKey

    /// - Parameter secret: at least 32 random bytes.
    init(_ secret: [UInt8]) {
        key = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: SymmetricKey(data: secret), info: Data("messages".utf8), outputByteCount: 32)
    }

    /// Why a message cannot be opened.
    struct Failure: Error, CustomStringConvertible {
        let description = "it was sealed with another secret, or has been altered"
    }

    func seal(_ content: MessageContent, _ id: String) throws -> [UInt8] {
        let box = try AES.GCM.seal(
            Data(try CBOREncoder().encode(content)), using: key, authenticating: Data(id.utf8))
        guard let combined = box.combined else { throw Failure() }
        return Array(combined)
    }

    func open(_ sealed: [UInt8], _ id: String) throws(Failure) -> MessageContent {
        guard let box = try? AES.GCM.SealedBox(combined: sealed),
            let bytes = try? AES.GCM.open(box, using: key, authenticating: Data(id.utf8)),
            let content = try? CBORDecoder().decode(MessageContent.self, from: Array(bytes))
        else { throw Failure() }
        return content
    }
}
