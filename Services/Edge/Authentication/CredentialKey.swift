// What the edge keeps of a credential.

import Crypto
import Foundation
import Models

/// What the edge keeps of a credential: its kind and its SHA-256, so that no secret stays in memory. The installation
/// that a token is shown by belongs to it, since it may decide about the session.
struct CredentialKey: Hashable, Sendable {
    private let isAPIKey: Bool
    /// The hash in four parts. No vector type: its alignment of 32 bytes is more than what the frames of async
    /// functions have.
    private let first: UInt64
    private let second: UInt64
    private let third: UInt64
    private let fourth: UInt64

    /// - Parameter installation: What the app calls its installation, where it says so.
    init(_ credential: Credential, installation: String? = nil) {
        switch credential {
        // No credential has a zero byte in it.
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

    /// A quarter of the hash is as good as all of it for finding a place in a table.
    func hash(into hasher: inout Hasher) { hasher.combine(first) }
}
