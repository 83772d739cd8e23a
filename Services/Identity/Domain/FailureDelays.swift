// Guessing is slowed down: after some failures in a row each further attempt has to wait, ever longer.

import Models

/// Whose failures are counted together.
enum AttemptName: Hashable, Sendable {
    /// Sign-ins with a name, whether or not there is such an account.
    case signIn(LoginKey)
    /// Changes of an account's password.
    case passwordChange(AccountID)
}

/// Remembers failures in a row and says how long to wait. A plain value: its keeper guards it and tells it the time.
///
/// Nobody is locked out: the wait is a minute at most, and the right password ends it. While a name is slowed down it is
/// tried one at a time, so that attempts side by side gain nothing.
struct FailureDelays: Sendable {
    fileprivate struct Entry {
        var failures: Int
        var last: UnixTime
        /// Whether an attempt is under way that has waited for its turn.
        var isTried = false
    }

    /// So many failures are free.
    static let free = 5
    static let longestSeconds: Int64 = 60
    /// After so long without a failure all is forgotten.
    static let memorySeconds: Int64 = 3600

    private var entries: [Int: Entry] = [:]
    /// The most names remembered.
    private let capacity: Int

    init(capacity: Int = 20_000) { self.capacity = max(1, capacity) }

    /// How many names are remembered.
    var count: Int { entries.count }

    /// Begins an attempt, which `succeed`, `fail` or `abandon` must end; or says after how many seconds it may begin.
    mutating func begin(_ name: AttemptName, at now: UnixTime) -> Int? {
        let place = place(of: name)
        guard var entry = entries[place], !entry.isForgotten(at: now) else {
            entries[place] = nil
            return nil
        }
        guard entry.failures >= FailureDelays.free else { return nil }
        let opens = entry.last.adding(seconds: FailureDelays.wait(after: entry.failures))
        if opens > now { return Int((opens.rawValue - now.rawValue + 999) / 1000) }
        if entry.isTried { return 1 }
        entry.isTried = true
        entries[place] = entry
        return nil
    }

    /// It was the right password: the failures before are forgotten.
    mutating func succeed(_ name: AttemptName) { entries[place(of: name)] = nil }

    /// It was a wrong one.
    mutating func fail(_ name: AttemptName, at now: UnixTime) {
        let place = place(of: name)
        if entries[place] == nil { makeRoom(at: now) }
        let failures = entries[place].map { $0.isForgotten(at: now) ? 0 : $0.failures } ?? 0
        entries[place] = Entry(failures: failures + 1, last: now)
    }

    /// Nobody knows, since the attempt came to no end.
    mutating func abandon(_ name: AttemptName) { entries[place(of: name)]?.isTried = false }

    /// 1, 2, 4 and so on up to 60 seconds; 0 while failures are free.
    static func wait(after failures: Int) -> Int64 {
        guard failures >= free else { return 0 }
        return min(longestSeconds, 1 << Int64(min(failures - free, 10)))
    }

    /// First goes what is forgotten, then what nobody has to wait for, then any eighth.
    private mutating func makeRoom(at now: UnixTime) {
        guard entries.count >= capacity else { return }
        entries = entries.filter { !$0.value.isForgotten(at: now) }
        guard entries.count >= capacity else { return }
        entries = entries.filter { $0.value.failures >= FailureDelays.free }
        guard entries.count >= capacity else { return }
        for surplus in entries.keys.prefix(max(1, capacity / 8)) { entries[surplus] = nil }
    }

    /// Short stand-ins for names. They differ with every start of the process, so nobody can make two meet.
    private func place(of name: AttemptName) -> Int {
        var hasher = Hasher()
        hasher.combine(name)
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
