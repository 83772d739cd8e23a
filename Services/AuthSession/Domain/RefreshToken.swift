import Crypto
import Foundation
import Models

/// A token is `br_<session>.<generation>.<secret>.<tag>`. The tag shows that this installation made it: garbage never reaches
/// the database, and a forged token, which must not end a session, differs from an old one. Each secret is derived from the
/// previous one, so a retry finds the same successor although no secret is stored.
struct RefreshTokens: Sendable {
    private let tagKey: SymmetricKey
    private let successorKey: SymmetricKey

    private static let prefix = "br_"
    private static let maximumLength = 256

    init(tagKey: SymmetricKey, successorKey: SymmetricKey) {
        self.tagKey = tagKey
        self.successorKey = successorKey
    }

    /// From 32 random bytes.
    static func firstSecret(_ random: [UInt8]) -> SecretText { SecretText(base64URL(random)) }

    /// The next secret is derived from the hash, not from the secret, so that an access token can request it too, but only with
    /// the server's key.
    func successor(of hash: [UInt8], in session: SessionID, generation: Int64) -> SecretText {
        var input = hash
        input.append(contentsOf: session.text.utf8)
        withUnsafeBytes(of: generation.bigEndian) { input.append(contentsOf: $0) }
        return SecretText(base64URL(HMAC<SHA256>.authenticationCode(for: input, using: successorKey)))
    }

    static func hash(_ secret: SecretText) -> [UInt8] { Array(SHA256.hash(data: Data(secret.value.utf8))) }

    func token(_ secret: SecretText, of session: SessionID, generation: Int64) -> SecretText {
        let body = "\(RefreshTokens.prefix)\(session.text).\(generation).\(secret.value)"
        return SecretText("\(body).\(tag(of: body))")
    }

    static func resembles(_ text: SecretText) -> Bool { text.value.hasPrefix(prefix) }

    func read(_ text: SecretText) -> Rotation.Shown? {
        guard text.value.utf8.count <= RefreshTokens.maximumLength, RefreshTokens.resembles(text),
            let dot = text.value.lastIndex(of: ".")
        else { return nil }
        let body = text.value[..<dot]
        let tag = text.value[text.value.index(after: dot)...]
        guard tag.utf8.equalsInConstantTime(self.tag(of: body).utf8) else { return nil }
        let parts = body.dropFirst(RefreshTokens.prefix.count).split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let session = SessionID(String(parts[0])), let generation = Int64(parts[1]) else {
            return nil
        }
        return Rotation.Shown(
            session: session, generation: generation, hash: RefreshTokens.hash(SecretText(String(parts[2]))))
    }

    private func tag(of body: some StringProtocol) -> String {
        base64URL(HMAC<SHA256>.authenticationCode(for: Data(body.utf8), using: tagKey).prefix(16))
    }
}
