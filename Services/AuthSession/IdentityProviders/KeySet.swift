import Foundation

/// The usable keys of an issuer, from a JSON Web Key Set (RFC 7517, section 5).
struct KeySet: Sendable {
    struct Unusable: Error, CustomStringConvertible {
        let description = "the answer is no key set with a key of RSA, P-256, P-384, P-521 or Ed25519"
    }

    private let keys: [VerificationKey]

    init() { keys = [] }

    /// Reads a key set. Skips keys of unsupported types and for another use, as section 5 requires.
    init(json: Data) throws(Unusable) {
        guard let document = try? JSONDecoder().decode(Document.self, from: json) else { throw Unusable() }
        keys = document.keys.compactMap(\.key)
        guard !keys.isEmpty else { throw Unusable() }
    }

    var isEmpty: Bool { keys.isEmpty }

    var names: Set<String> { Set(keys.compactMap(\.id)) }

    /// The only suitable key also applies to a token without an id and, if it has no id, to any token (OpenID Connect Core 1.0,
    /// section 10.1).
    func key(_ id: String?, _ algorithm: TokenAlgorithm) -> VerificationKey? {
        let all = keys.filter { $0.serves(algorithm) }
        if let id, let named = all.last(where: { $0.id == id }) { return named }
        guard all.count == 1, let only = all.first, id == nil || only.id == nil else { return nil }
        return only
    }

    func hasKey(named id: String?) -> Bool { id.map { id in keys.contains { $0.id == id } } ?? false }

    /// Whether several keys fit this algorithm, so that a token must name its key.
    func isAmbiguous(_ algorithm: TokenAlgorithm) -> Bool { keys.count { $0.serves(algorithm) } > 1 }

    private struct Document: Decodable {
        let keys: [Entry]
    }

    private struct Entry: Decodable {
        let key: VerificationKey?

        init(from decoder: any Decoder) throws { key = try? VerificationKey(from: decoder) }
    }
}
