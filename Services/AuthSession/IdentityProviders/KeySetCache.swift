import Models
import ServiceRuntime

/// A signature cannot be verified now: the issuer is unreachable, or was asked too recently.
struct IssuerUnreachable: ServiceRefusal, Equatable {
    /// The seconds after which the client should try again.
    let retryAfter: Int

    var answer: ServiceError { .unreachable(retryAfter: retryAfter) }
}

/// Keeps the keys of an issuer. Old keys stay valid while the keys are read again, and while the issuer is unreachable.
/// An unknown key id starts a reading, which all waiting callers share; a client network may start one reading a
/// minute. If no reading is possible, a token with an unknown key gets `IssuerUnreachable` and is not refused as
/// forged, because its key may be newer.
actor KeySetCache {
    typealias Read = @Sendable () async throws -> (keys: KeySet, lifetime: Int64)

    private let read: Read
    private let clock: any WallClock
    /// Called after each reading, with its error; nil for a success.
    private let ended: @Sendable ((any Error)?) -> Void

    private static let sources = 10_000
    private static let maximumWithdrawn = 100

    private var keys = KeySet()
    /// The key ids that the issuer has withdrawn.
    private var withdrawn: Set<String> = []
    private var oldFrom: UnixTime?
    private var readAt: UnixTime?
    private var readForSource = BoundedTable<String, UnixTime>(capacity: KeySetCache.sources)
    private var isReachable = false
    private var reading: Task<Void, Never>?

    init(clock: any WallClock, read: @escaping Read, ended: @escaping @Sendable ((any Error)?) -> Void = { _ in }) {
        (self.read, self.clock, self.ended) = (read, clock, ended)
    }

    /// Returns the key as `KeySet.key` chooses it. Throws `TokenRefusal.key` if the issuer has no such key, and
    /// `IssuerUnreachable` if the issuer cannot be asked now.
    func key(_ id: String?, _ algorithm: TokenAlgorithm, for source: String) async throws -> VerificationKey {
        let now = clock.now()
        if let key = keys.key(id, algorithm) {
            if reading == nil, oldFrom.map({ $0 <= now }) ?? true, KeySetAge.mayRead(after: readAt, at: now) {
                _ = begin(at: now)
            }
            return key
        }
        // A withdrawn key, or a known key for another algorithm, cannot be newer than the last reading.
        if keys.hasKey(named: id) || id.map(withdrawn.contains) ?? false { throw TokenRefusal.key }
        if id == nil, keys.isAmbiguous(algorithm), oldFrom.map({ now < $0 }) ?? false { throw TokenRefusal.key }
        try await readAgain(for: source, at: now)
        if let key = keys.key(id, algorithm) { return key }
        if isReachable { throw TokenRefusal.key }
        throw unreachable(source)
    }

    /// Reads the keys again after a signature did not match `key`, and returns the new key; nil if it is still `key`. A
    /// token without a key id shows a changed key only by such a signature. Throws `IssuerUnreachable`.
    func key(
        after key: VerificationKey, _ id: String?, _ algorithm: TokenAlgorithm, for source: String
    ) async throws(IssuerUnreachable) -> VerificationKey? {
        try await readAgain(for: source, at: clock.now())
        guard isReachable else { throw unreachable(source) }
        guard let next = keys.key(id, algorithm), next.fingerprint != key.fingerprint else { return nil }
        return next
    }

    private func unreachable(_ source: String) -> IssuerUnreachable {
        IssuerUnreachable(retryAfter: max(1, Int(wait(for: source, at: clock.now()))))
    }

    private func wait(for source: String, at now: UnixTime) -> Int64 {
        KeySetAge.wait(after: readAt, ofSource: readForSource[source], hasKeys: !keys.isEmpty, at: now)
    }

    /// Joins or starts a reading, and waits for it. Throws `IssuerUnreachable` if it is too early for a new reading.
    private func readAgain(for source: String, at now: UnixTime) async throws(IssuerUnreachable) {
        if let reading { return await reading.value }
        let wait = wait(for: source, at: now)
        guard wait == 0 else { throw IssuerUnreachable(retryAfter: Int(wait)) }
        readForSource.remove(source)
        readForSource.insert(now, for: source)
        await begin(at: now).value
    }

    private func begin(at now: UnixTime) -> Task<Void, Never> {
        readAt = now
        let task = Task { await self.readOnce(at: now) }
        reading = task
        return task
    }

    private func readOnce(at now: UnixTime) async {
        defer { reading = nil }
        do {
            let (keys, lifetime) = try await read()
            let gone = self.keys.names.subtracting(keys.names)
            withdrawn = (withdrawn.count < KeySetCache.maximumWithdrawn ? gone.union(withdrawn) : gone)
                .subtracting(keys.names)
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

/// The pauses between readings of an issuer's keys, in seconds.
enum KeySetAge {
    private static let standard: Int64 = 6 * 3600
    private static let range: ClosedRange<Int64> = 300...86_400
    private static let pause: Int64 = 60
    /// The pause between two readings for unknown key ids, from all clients together, so invented ids cause no flood.
    private static let pauseForNames: Int64 = 5
    /// The pause for one client network, so that it cannot use up the readings of all others.
    private static let pauseOfSource: Int64 = 60
    /// The pause between two readings while no keys are known, so that no user can sign in.
    private static let pauseWithoutKeys: Int64 = 10

    /// Returns the lifetime that an answer states (RFC 9111, section 5.2.2.1), in seconds.
    static func lifetime(cacheControl: String?) -> Int64 {
        let directives = (cacheControl ?? "").split(separator: ",").map { directive in
            String(directive.filter { !$0.isWhitespace && $0 != "\"" }).lowercased()
        }
        if directives.contains("no-store") || directives.contains("no-cache") { return range.lowerBound }
        guard let age = directives.first(where: { $0.hasPrefix("max-age=") })?.dropFirst("max-age=".count),
            !age.isEmpty, age.allSatisfy({ ("0"..."9").contains($0) })
        else { return standard }
        return min(max(Int64(age) ?? .max, range.lowerBound), range.upperBound)
    }

    static func mayRead(after last: UnixTime?, at now: UnixTime) -> Bool { left(pause, after: last, at: now) == 0 }

    /// Returns the wait in seconds; 0 if a reading may start now. `last` is the last reading for any reason, `ofSource`
    /// the last reading for a key id from the same client network.
    static func wait(after last: UnixTime?, ofSource: UnixTime?, hasKeys: Bool, at now: UnixTime) -> Int64 {
        guard hasKeys else { return left(pauseWithoutKeys, after: last, at: now) }
        return max(left(pauseForNames, after: last, at: now), left(pauseOfSource, after: ofSource, at: now))
    }

    private static func left(_ pause: Int64, after last: UnixTime?, at now: UnixTime) -> Int64 {
        // A clock that was set back must not block the keys for long.
        guard let last, last <= now else { return 0 }
        let left = last.adding(seconds: pause).rawValue - now.rawValue
        return left <= 0 ? 0 : (left + 999) / 1000
    }
}
