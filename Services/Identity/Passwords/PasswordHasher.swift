import CoreMetrics
import Crypto
import CryptoExtras
import Foundation
import Models
import Synchronization

/// Hashes and checks passwords (scrypt, RFC 7914) on its own threads.
struct PasswordHasher: Sendable {
    let parameters: ScryptParameters
    private let threads: HashingThreads
    private let random: @Sendable (Int) -> [UInt8]
    private let pause: @Sendable (Duration) async throws -> Void
    private let times = SharedHashTimes()
    /// Measures how long hashes take, without their time in the queue.
    private let duration: any TimerHandler
    private let waiting: any RecorderHandler

    init(
        parameters: ScryptParameters, threads: HashingThreads, metrics: any MetricsFactory,
        pause: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
        random: @escaping @Sendable (Int) -> [UInt8]
    ) {
        self.parameters = parameters
        self.threads = threads
        self.pause = pause
        self.random = random
        duration = metrics.makeTimer(label: "balise_identity_password_hash_seconds", dimensions: [])
        waiting = metrics.makeRecorder(label: "balise_identity_hashes_waiting", dimensions: [], aggregate: false)
    }

    /// Hashes a new password. Throws `overloaded` if too many hashes wait.
    func stored(_ password: Password, for origin: AttemptOrigin) async throws -> StoredPassword {
        let salt = random(StoredPassword.saltLength)
        let key = try await derive(password.bytes, salt, parameters, origin)
        return StoredPassword(salt: salt, hash: key.withUnsafeBytes { Array($0) }, parameters: parameters)
    }

    /// Checks a password. Does the same work without a stored password, and for a text that cannot be a password (nil),
    /// so that the time reveals neither. `origin` determines the turn. Throws `overloaded` if too many hashes wait.
    func matches(_ shown: Password?, _ stored: StoredPassword?, for origin: AttemptOrigin) async throws -> Bool {
        if let imported = stored?.imported { return try await matches(shown, imported, for: origin) }
        let salt = stored?.salt ?? random(StoredPassword.saltLength)
        let key = try await derive(
            shown?.bytes ?? PasswordHasher.nothing, salt, stored?.parameters ?? parameters, origin, isCheck: true)
        guard shown != nil, let stored else { return false }
        return key == SymmetricKey(data: stored.hash)
    }

    /// Compares with a hash of another system. If the time of Balise's own hash is not known yet, one runs first.
    private func matches(
        _ shown: Password?, _ imported: ImportedHash, for origin: AttemptOrigin
    ) async throws -> Bool {
        if times.value.withLock({ $0.own == nil }) {
            _ = try await derive(PasswordHasher.nothing, random(StoredPassword.saltLength), parameters, origin)
        }
        let bytes = shown?.typedBytes ?? PasswordHasher.nothing
        let isRight = try await run(origin, memory: imported.memory, rest: { $0.rest(afterImported: $1, at: $2) }) {
            try imported.matches(bytes)
        }
        return isRight && shown != nil
    }

    private static let nothing = Array("nothing".utf8)

    private func derive(
        _ bytes: [UInt8], _ salt: [UInt8], _ parameters: ScryptParameters, _ origin: AttemptOrigin,
        isCheck: Bool = false
    ) async throws -> SymmetricKey {
        try await run(
            origin,
            rest: { times, duration, now in
                let rest = times.rest(afterOwn: duration, at: now)
                return isCheck ? rest : .zero
            }
        ) {
            try KDF.Scrypt.deriveKey(
                from: bytes, salt: salt, outputByteCount: StoredPassword.hashLength, rounds: parameters.rounds,
                blockSize: parameters.blockSize, parallelism: parameters.parallelism)
        }
    }

    /// Runs the work on a hashing thread.
    /// - Parameter memory: The memory in bytes, if the work needs much.
    /// - Parameter rest: Returns how long the answer waits, without a thread, so that the times of checks are alike.
    private func run<Value: Sendable>(
        _ origin: AttemptOrigin, memory: Int = 0,
        rest: @escaping @Sendable (inout HashTimes, Duration, ContinuousClock.Instant) -> Duration,
        _ work: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        let (duration, times) = (duration, times)
        let done: (result: Result<Value, any Error>, rest: Duration)
        do throws(HashingThreads.Refusal) {
            defer { waiting.record(Int64(threads.waiting)) }
            done = try await threads.run(for: origin, memory: memory) {
                let start = ContinuousClock.now
                let result = Result { try work() }
                let end = ContinuousClock.now
                duration.record(end - start)
                return (result: result, rest: times.value.withLock { rest(&$0, end - start, end) })
            }
        } catch {
            switch error {
            case .overloaded:
                throw ServiceError(.overloaded, "too many passwords are being checked; try again", retryAfter: 2)
            case .stopped: throw ServiceError(.unavailable, "the service is stopping", retryAfter: 1)
            case .cancelled: throw CancellationError()
            }
        }
        // Hashing is slow. If the caller was cancelled during it, the result must not be used.
        try Task.checkCancellation()
        if done.rest > .zero { try await pause(done.rest) }
        return try done.result.get()
    }
}

extension TimerHandler {
    func record(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        recordNanoseconds(seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
    }
}
