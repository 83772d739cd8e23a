// The keys of one issuer in memory, read again when they are old or one is missing.

import Models
import ServiceRuntime

/// Why a signature cannot be verified at the moment: the issuer cannot be asked for its keys.
struct IssuerUnreachable: Error {}

/// Keeps the keys of one issuer.
///
/// Keys that are old serve on while they are read again, and for as long as the issuer cannot be reached. A name that is
/// not among them has them read again, for all who ask at that time together, and at most once a minute.
actor KeySetCache {
    /// What one reading gives: the keys, and for how many seconds they count as new.
    typealias Read = @Sendable () async throws -> (keys: KeySet, lifetime: Int64)

    private let read: Read
    private let clock: any WallClock
    /// Told how each reading ended; nil when it went well.
    private let ended: @Sendable ((any Error)?) -> Void

    private var keys = KeySet()
    private var oldFrom: UnixTime?
    private var readAt: UnixTime?
    private var isReachable = false
    private var reading: Task<Void, Never>?

    init(clock: any WallClock, read: @escaping Read, ended: @escaping @Sendable ((any Error)?) -> Void = { _ in }) {
        self.read = read
        self.clock = clock
        self.ended = ended
    }

    /// The key of this name that verifies by this algorithm; without a name, the only one that does.
    ///
    /// - Throws: `TokenRefusal.key` when the issuer has none such, `IssuerUnreachable` when it cannot be asked.
    func key(_ id: String?, _ algorithm: TokenAlgorithm) async throws -> VerificationKey {
        let now = clock.now()
        if let key = keys.key(id, algorithm) {
            if oldFrom.map({ $0 <= now }) ?? true { _ = readAgain(at: now) }
            return key
        }
        await readAgain(at: now)?.value
        if let key = keys.key(id, algorithm) { return key }
        if isReachable { throw TokenRefusal.key }
        throw IssuerUnreachable()
    }

    /// The only key that verifies by this algorithm, if it is another one than `key` by now: whoever names no key says nothing
    /// of a change. The keys are read again as for a name that is not known.
    func onlyKey(after key: VerificationKey, _ algorithm: TokenAlgorithm) async -> VerificationKey? {
        await readAgain(at: clock.now())?.value
        guard let next = keys.key(nil, algorithm), next.fingerprint != key.fingerprint else { return nil }
        return next
    }

    /// The reading that is under way, or a new one if it is time for one.
    private func readAgain(at now: UnixTime) -> Task<Void, Never>? {
        if let reading { return reading }
        guard KeySetAge.mayRead(after: readAt, hasKeys: !keys.isEmpty, at: now) else { return nil }
        readAt = now
        let task = Task { await self.readOnce(at: now) }
        reading = task
        return task
    }

    private func readOnce(at now: UnixTime) async {
        defer { reading = nil }
        do {
            let (keys, lifetime) = try await read()
            self.keys = keys
            oldFrom = now.adding(seconds: lifetime)
            isReachable = true
            ended(nil)
        } catch {
            isReachable = false
            ended(error)
        }
    }
}
