import CoreMetrics
import Crypto
import CryptoExtras
import Foundation
import Models

/// Hashes and checks passwords (scrypt, RFC 7914) on its own threads.
struct PasswordHasher: Sendable {
    let parameters: ScryptParameters
    private let threads: HashingThreads
    private let random: @Sendable (Int) -> [UInt8]
    /// The time of hashes, without their waiting.
    private let duration: any TimerHandler
    private let waiting: any RecorderHandler

    init(
        parameters: ScryptParameters, threads: HashingThreads, metrics: any MetricsFactory,
        random: @escaping @Sendable (Int) -> [UInt8]
    ) {
        (self.parameters, self.threads, self.random) = (parameters, threads, random)
        duration = metrics.makeTimer(label: "balise_identity_password_hash_seconds", dimensions: [])
        waiting = metrics.makeRecorder(label: "balise_identity_hashes_waiting", dimensions: [], aggregate: false)
    }

    /// Throws `overloaded` if too many hashes wait.
    func stored(_ password: Password, for origin: AttemptOrigin) async throws -> StoredPassword {
        let salt = random(StoredPassword.saltLength)
        let key = try await derive(password.bytes, salt, parameters, origin)
        return StoredPassword(salt: salt, hash: key.withUnsafeBytes { Array($0) }, parameters: parameters)
    }

    /// Does the same work without a stored password, or for text that cannot be one: the time reveals neither. `origin`
    /// determines the turn. Throws `overloaded` if too many hashes wait.
    func matches(_ shown: Password?, _ stored: StoredPassword?, for origin: AttemptOrigin) async throws -> Bool {
        let salt = stored?.salt ?? random(StoredPassword.saltLength)
        let key = try await derive(
            shown?.bytes ?? Array("nothing".utf8), salt, stored?.parameters ?? parameters, origin)
        guard shown != nil, let stored else { return false }
        // Compares in constant time.
        return key == SymmetricKey(data: stored.hash)
    }

    private func derive(
        _ bytes: [UInt8], _ salt: [UInt8], _ parameters: ScryptParameters, _ origin: AttemptOrigin
    ) async throws -> SymmetricKey {
        let duration = duration
        defer { waiting.record(Int64(threads.waiting)) }
        let result: Result<SymmetricKey, any Error>
        do throws(HashingThreads.Refusal) {
            result = try await threads.run(for: origin) {
                let start = ContinuousClock.now
                defer { duration.record(ContinuousClock.now - start) }
                return Result {
                    try KDF.Scrypt.deriveKey(
                        from: bytes, salt: salt, outputByteCount: StoredPassword.hashLength, rounds: parameters.rounds,
                        blockSize: parameters.blockSize, parallelism: parameters.parallelism)
                }
            }
        } catch {
            switch error {
            case .overloaded:
                throw ServiceError(.overloaded, "too many passwords are being checked; try again", retryAfter: 2)
            case .stopped: throw ServiceError(.unavailable, "the service is stopping", retryAfter: 1)
            case .cancelled: throw CancellationError()
            }
        }
        // Hashing is slow, so the caller may be gone; then the result is not used either.
        try Task.checkCancellation()
        return try result.get()
    }
}

extension TimerHandler {
    func record(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        recordNanoseconds(seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
    }
}
