// Guessing is slowed down: after some failures in a row each further attempt has to wait, ever longer.

import Models

/// What an attempt is for.
enum AttemptName: Sendable {
    /// A sign-in with a name; to nobody where no account has it that could be signed in to.
    case signIn(LoginKey, to: AccountID?)
    /// A change of an account's password, or of what needs it.
    case passwordChange(AccountID)

    /// Whose failures are counted together.
    fileprivate enum Count: Hashable {
        case name(LoginKey)
        case account(AccountID)
        case passwordChange(AccountID)
    }

    /// What the failures of one source are counted by. For a sign-in that is the name as it is looked up, whether an
    /// account has it or not. So nobody can tell by the wait that two names belong to one account, or that a name
    /// exists.
    fileprivate var ofOneSource: Count {
        switch self {
        case .signIn(let name, _): .name(name)
        case .passwordChange(let account): .passwordChange(account)
        }
    }

    /// What the failures of all sources together are counted by.
    fileprivate var ofAllSources: Count {
        switch self {
        case .signIn(let name, let account): account.map(Count.account) ?? .name(name)
        case .passwordChange(let account): .passwordChange(account)
        }
    }

    /// Whether the password of any name may be guessed by this: who changes a password is signed in already.
    fileprivate var isSignIn: Bool {
        if case .passwordChange = self { false } else { true }
    }
}

/// From where an attempt comes.
enum AttemptSource: Hashable, Sendable {
    /// The part of an address that stands for its owner.
    case network([UInt8])
    /// An installation that has shown the credential of a session of the very account.
    case session(SessionID)

    fileprivate var isNetwork: Bool {
        if case .network = self { true } else { false }
    }
}

/// Counts failures in a row and says how long the next attempt has to wait. A plain value: its owner guards it and
/// gives the time.
///
/// Failures are counted in three ways: by name and source, by account for all its names and all sources together, and
/// by network for all names together. By the first, one source cannot make another wait. The other two bound what many
/// sources, or many names, can try together.
///
/// An attempt is counted as a failure when it begins, so that attempts side by side cannot exceed a bound.
///
/// A source from which the account has been signed in to is not held up by the two shared bounds. But while one of them
/// is reached, a wrong password from there is answered like one from anywhere else.
///
/// Nobody is locked out. A source waits at most a minute after its last attempt, and then the right password is judged.
/// An attempt that comes too early is not judged. It is counted, and the wait begins anew.
struct FailureDelays: Sendable {
    /// An attempt under way.
    struct Attempt: Sendable {
        fileprivate let entry: Int
        /// Where it is charged to all sources together, if it is.
        fileprivate let name: Int?
        /// Where it is charged to its network, if it is.
        fileprivate let network: Int?
        /// How many seconds anybody else would have to wait, when the attempt is judged only because its source is
        /// known. The answer to a wrong password says so too. Another answer would tell a stranger in that network who
        /// signs in from there.
        let waitOfOthers: Int?
        fileprivate let began: UnixTime
        /// When the attempt before it was.
        fileprivate let previous: UnixTime?
    }

    /// What becomes of an attempt.
    enum Beginning: Sendable {
        /// It may be judged, and `fail` or `takeBack` must end it.
        case goes(Attempt)
        /// It may not; another one may after so many seconds.
        case waits(Int)
    }

    fileprivate struct Entry {
        var failures: Int
        var last: UnixTime
    }

    /// So many failures are free.
    static let free = 5
    static let maximumSeconds: Int64 = 60
    /// After so long without a failure all is forgotten.
    static let memorySeconds: Int64 = 3600
    /// How many failures with the names of one account, from all sources together, are judged at once; after that, one
    /// in each pause. An account has three names, and one source may try each once in `maximumSeconds`. So no single
    /// source can use this up and see by it which names belong together.
    static let freeOfName = 100
    static let pauseOfNameSeconds: Int64 = maximumSeconds / 3
    /// The same for the failures of one network with all names.
    static let freeOfNetwork = 30
    static let pauseOfNetworkSeconds: Int64 = 2

    /// By name and source.
    private var entries: [Int: Entry] = [:]
    /// From all sources, by account, or by name where there is none.
    private var names: SharedFailures
    /// With all names, by network.
    private var networks: SharedFailures
    /// The most entries remembered, the most names, and the most networks.
    private let capacity: Int

    init(capacity: Int = 20_000) {
        self.capacity = max(8, capacity)
        names = SharedFailures(
            free: FailureDelays.freeOfName, pauseSeconds: FailureDelays.pauseOfNameSeconds, capacity: self.capacity)
        networks = SharedFailures(
            free: FailureDelays.freeOfNetwork, pauseSeconds: FailureDelays.pauseOfNetworkSeconds,
            capacity: self.capacity)
    }

    /// How many entries are remembered.
    var count: Int { max(entries.count, names.count, networks.count) }

    /// Begins an attempt.
    ///
    /// - Parameter isKnown: Whether the account has been signed in to from this source before.
    mutating func begin(
        _ name: AttemptName, from source: AttemptSource, isKnown: Bool, at now: UnixTime
    ) -> Beginning {
        let key = place(of: name.ofOneSource, source)
        var entry = entries[key].flatMap { $0.isForgotten(at: now) ? nil : $0 } ?? Entry(failures: 0, last: now)
        let previous = entry.failures > 0 ? entry.last : nil
        let opens = previous.map { $0.adding(seconds: FailureDelays.wait(after: entry.failures)) } ?? now
        // What a known source must not be told by is counted for it like for any other.
        let isShared = !isKnown || (name.isSignIn && source.isNetwork)
        let nameKey = isShared ? place(of: name.ofAllSources) : nil
        let networkKey = isShared && name.isSignIn ? place(of: source) : nil
        let sharedOpens = max(
            nameKey.map { names.opening(of: $0, at: now) } ?? now,
            networkKey.map { networks.opening(of: $0, at: now) } ?? now)
        // Whatever becomes of it, it was an attempt.
        entry.failures = min(entry.failures + 1, 1 << 20)
        entry.last = now
        if entries[key] == nil { makeRoom(at: now) }
        entries[key] = entry
        let again = max(now.adding(seconds: FailureDelays.wait(after: entry.failures)), sharedOpens)
        let wait = max(1, now.seconds(until: again))
        guard opens <= now, isKnown || sharedOpens <= now else { return .waits(wait) }
        guard sharedOpens <= now else {
            // For anybody else it would not have been judged, so it is charged to nobody.
            return .goes(
                Attempt(entry: key, name: nil, network: nil, waitOfOthers: wait, began: now, previous: previous))
        }
        if let nameKey { names.charge(nameKey, at: now) }
        if let networkKey { networks.charge(networkKey, at: now) }
        return .goes(
            Attempt(entry: key, name: nameKey, network: networkKey, waitOfOthers: nil, began: now, previous: previous))
    }

    /// It was a wrong one: the wait begins now.
    mutating func fail(_ attempt: Attempt, at now: UnixTime) {
        guard var entry = entries[attempt.entry] else { return }
        entry.last = max(entry.last, now)
        entries[attempt.entry] = entry
    }

    /// The attempt does not count: it was the right password, or was broken off before it was judged. The failures before
    /// stay: to others in the same network their end would say that somebody signed in from there.
    mutating func takeBack(_ attempt: Attempt) {
        if let name = attempt.name { names.release(name) }
        if let network = attempt.network { networks.release(network) }
        guard var entry = entries[attempt.entry] else { return }
        entry.failures -= 1
        if entry.last == attempt.began, let previous = attempt.previous { entry.last = previous }
        entries[attempt.entry] = entry.failures > 0 ? entry : nil
    }

    /// Forgets the failures with the names of an account that are counted for all sources together. Entries of single
    /// sources stay: each waits for itself.
    mutating func forgive(_ name: AttemptName) { names.forget(place(of: name.ofAllSources)) }

    /// 1, 2, 4 and so on up to 60 seconds; 0 while failures are free.
    static func wait(after failures: Int) -> Int64 {
        guard failures >= free else { return 0 }
        return min(maximumSeconds, 1 << Int64(min(failures - free, 10)))
    }
}

extension FailureDelays {
    /// First goes what is forgotten, then what nobody has to wait for, then any eighth.
    private mutating func makeRoom(at now: UnixTime) {
        entries.makeRoom(within: capacity, isOver: { $0.isForgotten(at: now) }, mayGo: { _ in false })
        entries.makeRoom(within: capacity, isOver: { $0.failures < FailureDelays.free })
    }

    /// Short stand-ins for names. They differ with every start of the process, so nobody can make two meet.
    private func place(of count: AttemptName.Count, _ source: AttemptSource? = nil) -> Int {
        var hasher = Hasher()
        hasher.combine(count)
        hasher.combine(source)
        return hasher.finalize()
    }

    private func place(of source: AttemptSource) -> Int {
        var hasher = Hasher()
        hasher.combine(source)
        return hasher.finalize()
    }
}

extension FailureDelays.Entry {
    fileprivate func isForgotten(at now: UnixTime) -> Bool {
        // A clock that was set back must not keep a name slow for longer than the memory lasts.
        now >= last.adding(seconds: FailureDelays.memorySeconds)
            || last > now.adding(seconds: FailureDelays.memorySeconds)
    }
}
