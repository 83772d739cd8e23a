import Models

enum AttemptName: Sendable {
    /// A sign-in with a name; the account is nil if no account with a password has this name.
    case signIn(LoginKey, to: AccountID?)
    case passwordChange(AccountID)

    fileprivate enum Count: Hashable {
        case name(LoginKey)
        case account(AccountID)
        case passwordChange(AccountID)
    }

    /// The count for one source: by the name as it was typed, even without an account. So the wait reveals neither
    /// which names belong to the same account nor which names exist.
    fileprivate var ofOneSource: Count {
        switch self {
        case .signIn(let name, _): .name(name)
        case .passwordChange(let account): .passwordChange(account)
        }
    }

    fileprivate var ofAllSources: Count {
        switch self {
        case .signIn(let name, let account): account.map(Count.account) ?? .name(name)
        case .passwordChange(let account): .passwordChange(account)
        }
    }

    /// Whether this attempt could guess passwords of any name. A password change cannot, because its user is signed in.
    fileprivate var isSignIn: Bool {
        if case .passwordChange = self { false } else { true }
    }
}

enum AttemptSource: Hashable, Sendable {
    /// The part of an IP address that identifies its owner.
    case network([UInt8])
    /// A client with the credential of a session of the same account.
    case session(SessionID)

    fileprivate var isNetwork: Bool {
        if case .network = self { true } else { false }
    }
}

/// Counts consecutive failures and returns how long the next attempt must wait. A plain value, whose owner locks it and
/// passes the time. An attempt counts as a failure when it starts, so parallel attempts cannot exceed a limit.
///
/// With the count by name and source, no source can make another source wait. The counts by account and by network do
/// not delay a source from which the account was signed in to before, but a wrong password from there gets the same
/// answer as from any other source.
///
/// There are no lockouts. A source waits at most a minute, and then the right password passes. An attempt that comes
/// too early is refused without a check, and the wait starts again.
struct FailureDelays: Sendable {
    struct Attempt: Sendable {
        fileprivate let entry: Int
        fileprivate let name: Int?
        fileprivate let network: Int?
        /// The wait of other sources in seconds, if only a known source may try. The answer to a wrong password
        /// contains it, too, because another answer would reveal to a stranger in the same network who signs in there.
        let waitOfOthers: Int?
        fileprivate let began: UnixTime
        fileprivate let previous: UnixTime?
    }

    enum Beginning: Sendable {
        /// The attempt may run; end it with `fail` or `takeBack`.
        case goes(Attempt)
        /// The attempt may not run; another attempt may run after this many seconds.
        case waits(Int)
    }

    fileprivate struct Entry {
        var failures: Int
        var last: UnixTime
    }

    static let free = 5
    static let maximumSeconds: Int64 = 60
    /// The time without a failure after which all failures are forgotten.
    static let memorySeconds: Int64 = 3600
    /// The free failures of a name; after them, each pause allows one more. An account has three names, and a source
    /// may try each once per `maximumSeconds`. So no source can use this count up, or learn which names belong
    /// together.
    static let freeOfName = 100
    static let pauseOfNameSeconds: Int64 = maximumSeconds / 3
    /// The free failures of a network for all names.
    static let freeOfNetwork = 30
    static let pauseOfNetworkSeconds: Int64 = 2

    private var entries: [Int: Entry] = [:]
    /// The failures from all sources, by account, or by name if there is no account.
    private var names: SharedFailures
    /// The failures with all names, by network.
    private var networks: SharedFailures
    /// The most entries, names and networks, each.
    private let capacity: Int

    init(capacity: Int = 20_000) {
        self.capacity = max(8, capacity)
        names = SharedFailures(
            free: FailureDelays.freeOfName, pauseSeconds: FailureDelays.pauseOfNameSeconds, capacity: self.capacity)
        networks = SharedFailures(
            free: FailureDelays.freeOfNetwork, pauseSeconds: FailureDelays.pauseOfNetworkSeconds,
            capacity: self.capacity)
    }

    var count: Int { max(entries.count, names.count, networks.count) }

    mutating func begin(_ name: AttemptName, from source: AttemptSource, isKnown: Bool, at now: UnixTime) -> Beginning {
        let key = place(of: name.ofOneSource, source)
        var entry = entries[key].flatMap { $0.isForgotten(at: now) ? nil : $0 } ?? Entry(failures: 0, last: now)
        let previous = entry.failures > 0 ? entry.last : nil
        let opens = previous.map { $0.adding(seconds: FailureDelays.wait(after: entry.failures)) } ?? now
        // An attempt of a known source counts like a stranger's if strangers could notice the difference.
        let isShared = !isKnown || (name.isSignIn && source.isNetwork)
        let nameKey = isShared ? place(of: name.ofAllSources) : nil
        let networkKey = isShared && name.isSignIn ? place(of: nil, source) : nil
        let sharedOpens = max(
            nameKey.map { names.opening(of: $0, at: now) } ?? now,
            networkKey.map { networks.opening(of: $0, at: now) } ?? now)
        // The attempt is counted in every case.
        entry.failures = min(entry.failures + 1, 1 << 20)
        entry.last = now
        if entries[key] == nil { makeRoom(at: now) }
        entries[key] = entry
        let again = max(now.adding(seconds: FailureDelays.wait(after: entry.failures)), sharedOpens)
        let wait = max(1, now.seconds(until: again))
        guard opens <= now, isKnown || sharedOpens <= now else { return .waits(wait) }
        guard sharedOpens <= now else {
            // From any other source this attempt would be refused, so it is not counted for all sources together.
            return .goes(
                Attempt(entry: key, name: nil, network: nil, waitOfOthers: wait, began: now, previous: previous))
        }
        if let nameKey { names.charge(nameKey, at: now) }
        if let networkKey { networks.charge(networkKey, at: now) }
        return .goes(
            Attempt(entry: key, name: nameKey, network: networkKey, waitOfOthers: nil, began: now, previous: previous))
    }

    mutating func fail(_ attempt: Attempt, at now: UnixTime) {
        guard var entry = entries[attempt.entry] else { return }
        entry.last = max(entry.last, now)
        entries[attempt.entry] = entry
    }

    /// Takes back an attempt that did not fail because of a wrong password. Earlier failures stay: otherwise strangers
    /// in the same network could see that a user signed in there.
    mutating func takeBack(_ attempt: Attempt) {
        if let name = attempt.name { names.release(name) }
        if let network = attempt.network { networks.release(network) }
        guard var entry = entries[attempt.entry] else { return }
        entry.failures -= 1
        if entry.last == attempt.began, let previous = attempt.previous { entry.last = previous }
        entries[attempt.entry] = entry.failures > 0 ? entry : nil
    }

    /// Resets the shared failures of an account for all sources. The failures of single sources stay.
    mutating func forgive(_ name: AttemptName) { names.forget(place(of: name.ofAllSources)) }

    /// Returns the wait in seconds: 1, 2, 4 and so on up to 60; 0 for the first failures.
    static func wait(after failures: Int) -> Int64 {
        guard failures >= free else { return 0 }
        return min(maximumSeconds, 1 << Int64(min(failures - free, 10)))
    }

    /// Removes forgotten entries first, then entries without a wait, then any eighth of the entries.
    private mutating func makeRoom(at now: UnixTime) {
        entries.makeRoom(within: capacity, isOver: { $0.isForgotten(at: now) }, mayGo: { _ in false })
        entries.makeRoom(within: capacity, isOver: { $0.failures < FailureDelays.free })
    }

    /// Returns the key of a count. This hash changes with every start, so no client can cause a collision.
    private func place(of count: AttemptName.Count?, _ source: AttemptSource? = nil) -> Int {
        var hasher = Hasher()
        hasher.combine(count)
        hasher.combine(source)
        return hasher.finalize()
    }
}

extension FailureDelays.Entry {
    fileprivate func isForgotten(at now: UnixTime) -> Bool {
        // After the clock was set back, no name has to wait for longer than the usual memory.
        now >= last.adding(seconds: FailureDelays.memorySeconds)
            || last > now.adding(seconds: FailureDelays.memorySeconds)
    }
}

/// Limits failures with a common key: a burst, and then one failure per pause. Its owner locks it and passes the time.
struct SharedFailures: Sendable {
    let free: Int
    /// How long one failure counts, in milliseconds.
    private let pause: Int64
    private let capacity: Int
    /// The time, for each key, at which a pause for each of its failures will have passed.
    private var paid: [Int: UnixTime] = [:]

    init(free: Int, pauseSeconds: Int64, capacity: Int) {
        self.free = free
        pause = pauseSeconds * 1000
        self.capacity = capacity
    }

    var count: Int { paid.count }

    func opening(of key: Int, at now: UnixTime) -> UnixTime {
        guard let paid = paid[key], !isAbsurd(paid, at: now) else { return now }
        return UnixTime(milliseconds: paid.rawValue - pause * Int64(free - 1))
    }

    mutating func charge(_ key: Int, at now: UnixTime) {
        if paid[key] == nil { makeRoom(at: now) }
        let before = paid[key].flatMap { isAbsurd($0, at: now) ? nil : $0 } ?? now
        paid[key] = UnixTime(milliseconds: max(before, now).rawValue + pause)
    }

    mutating func release(_ key: Int) {
        guard let before = paid[key] else { return }
        paid[key] = UnixTime(milliseconds: before.rawValue - pause)
    }

    mutating func forget(_ key: Int) { paid[key] = nil }

    /// Returns whether a time is later than any valid time. Such a time is from before the clock was set back.
    private func isAbsurd(_ paid: UnixTime, at now: UnixTime) -> Bool { paid > furthest(at: now) }

    private func furthest(at now: UnixTime) -> UnixTime { now.adding(milliseconds: pause * Int64(free + 1)) }

    /// Removes expired keys first, then the keys with the shortest wait.
    private mutating func makeRoom(at now: UnixTime) {
        let furthest = furthest(at: now)
        paid.makeRoom(within: capacity, isOver: { $0 <= now || $0 > furthest }, firstGoes: <)
    }
}
