import Crypto
import Foundation
import Models

/// The kind and SHA-256 of a credential, so that no secret stays in memory; also the installation, because auth-session may
/// refuse a session on another one.
struct CredentialKey: Hashable, Sendable {
    private let isAPIKey: Bool
    /// No vector type, which would need an alignment of 32 bytes, which frames of async functions do not have.
    private let first: UInt64
    private let second: UInt64
    private let third: UInt64
    private let fourth: UInt64

    init(_ credential: Credential, installation: String? = nil) {
        switch credential {
        // No credential contains a zero byte.
        case .token(let secret):
            self.init(installation.map { "\(secret.value)\0\($0)" } ?? secret.value, isAPIKey: false)
        case .apiKey(let secret): self.init(secret.value, isAPIKey: true)
        }
    }

    private init(_ secret: String, isAPIKey: Bool) {
        self.isAPIKey = isAPIKey
        var secret = secret
        let digest = secret.withUTF8 { SHA256.hash(data: UnsafeRawBufferPointer($0)) }
        (first, second, third, fourth) = digest.withUnsafeBytes { bytes in
            func part(_ position: Int) -> UInt64 {
                bytes.loadUnaligned(fromByteOffset: position * 8, as: UInt64.self)
            }
            return (part(0), part(1), part(2), part(3))
        }
    }

    /// A quarter of the hash is enough to find an entry in a table.
    func hash(into hasher: inout Hasher) { hasher.combine(first) }
}
