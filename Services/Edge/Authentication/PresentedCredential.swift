// The credential that a request shows, and the name under which the cache knows it.

import Crypto
import Models

/// The credential that a request shows.
///
/// `Authorization` counts before `X-Session-Token`, and that before `X-API-Key`.
struct PresentedCredential: Sendable {
    let credential: Credential
    let digest: CredentialDigest

    /// Nil where a request shows none.
    init?(_ headers: RequestHeaders) {
        if let token = headers.authorization.flatMap(bearerToken) ?? filled(headers.sessionToken) {
            self.init(token: token)
        } else if let key = filled(headers.apiKey) {
            self.init(apiKey: key)
        } else {
            return nil
        }
    }

    /// A session's token.
    init(token: String) {
        credential = .token(SecretText(token))
        digest = CredentialDigest(kind: 0, token)
    }

    /// An API key.
    init(apiKey: String) {
        credential = .apiKey(SecretText(apiKey))
        digest = CredentialDigest(kind: 1, apiKey)
    }
}

/// The SHA-256 of a credential: the edge remembers callers without remembering what they show.
struct CredentialDigest: Hashable, Sendable {
    private let words: SIMD4<UInt64>

    init(kind: UInt8, _ secret: String) {
        var hash = SHA256()
        withUnsafeBytes(of: kind) { hash.update(bufferPointer: $0) }
        var secret = secret
        secret.withUTF8 { hash.update(bufferPointer: UnsafeRawBufferPointer($0)) }
        words = hash.finalize().withUnsafeBytes { $0.loadUnaligned(as: SIMD4<UInt64>.self) }
    }

    static func == (one: CredentialDigest, other: CredentialDigest) -> Bool { one.words == other.words }

    /// The digest is as good as random, so any part of it tells entries apart.
    func hash(into hasher: inout Hasher) { hasher.combine(words.x) }
}

/// The token in `Authorization`, with or without the word Bearer (RFC 6750, section 2.1); nil where there is none.
private func bearerToken(_ authorization: String) -> String? {
    let words = authorization.split(separator: " ", maxSplits: 2)
    switch words.count {
    case 1 where words[0].lowercased() != "bearer": return String(words[0])
    case 2 where words[0].lowercased() == "bearer": return String(words[1])
    default: return nil
    }
}

private func filled(_ text: String?) -> String? { text?.isEmpty == false ? text : nil }
