// The public keys of an issuer, as it publishes them.

import Foundation

/// The keys of an issuer that can be used here, out of a JSON Web Key Set (RFC 7517, section 5).
struct KeySet: Sendable {
    /// An answer that is no key set, or has no key that can be used here.
    struct Unusable: Error, CustomStringConvertible {
        let description = "the answer is no key set with a key of RSA, P-256, P-384, P-521 or Ed25519"
    }

    private let keys: [VerificationKey]

    /// No keys.
    init() { keys = [] }

    /// Reads a key set. Leaves out keys of types that are not verified here, and for another use, as section 5 asks.
    init(json: Data) throws(Unusable) {
        guard let document = try? JSONDecoder().decode(Document.self, from: json) else { throw Unusable() }
        keys = document.keys.compactMap(\.key)
        guard !keys.isEmpty else { throw Unusable() }
    }

    var isEmpty: Bool { keys.isEmpty }

    /// What those are called that have a name.
    var names: Set<String> { Set(keys.compactMap(\.id)) }

    /// The key of this name that verifies by this algorithm. The only one that does counts for a token that names none,
    /// and for any token where it has no name itself (OpenID Connect Core 1.0, section 10.1).
    func key(_ id: String?, _ algorithm: TokenAlgorithm) -> VerificationKey? {
        let all = keys.filter { $0.serves(algorithm) }
        if let id, let named = all.last(where: { $0.id == id }) { return named }
        guard all.count == 1, let only = all.first, id == nil || only.id == nil else { return nil }
        return only
    }

    /// Whether there is a key of this name, whatever it is for.
    func hasKey(named id: String?) -> Bool { id.map { id in keys.contains { $0.id == id } } ?? false }

    /// Whether several keys verify by this algorithm, so that a token has to name its own.
    func isAmbiguous(_ algorithm: TokenAlgorithm) -> Bool { keys.count { $0.serves(algorithm) } > 1 }

    private struct Document: Decodable {
        let keys: [Entry]
    }

    private struct Entry: Decodable {
        /// Nil for a key that cannot be used here.
        let key: VerificationKey?

        init(from decoder: any Decoder) throws { key = try? VerificationKey(from: decoder) }
    }
}
