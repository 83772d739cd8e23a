// How many wrong keys are taken before guessing is stopped.

import Models

/// How many wrong device keys are taken, from one address and from all together.
struct WrongKeyBudget: Sendable {
    /// So many at once, then one in a while.
    struct Rate: Sendable {
        var burst: Int
        var millisecondsForOneMore: Int64
    }

    /// For one device from one address.
    var fromOneAddress: Rate
    /// For one device from all addresses together. An address that showed the right key of late is not held to it.
    var fromAllAddresses: Rate

    /// - Parameter attempts: the most wrong keys within the window from one address, and a tenth of what all addresses
    ///   together may try.
    /// - Parameter window: a positive time.
    init(attempts: Int = 20, window: Duration = .seconds(200)) {
        let milliseconds = window.components.seconds * 1000 + window.components.attoseconds / 1_000_000_000_000_000
        let share = max(1, milliseconds / Int64(max(1, attempts)))
        fromOneAddress = Rate(burst: max(1, attempts), millisecondsForOneMore: share)
        fromAllAddresses = Rate(burst: max(1, attempts) * 10, millisecondsForOneMore: max(1, share / 10))
    }

    /// For how long an address that showed the right key counts as the owner's.
    var secondsOfTrust: Int64 = 7 * 24 * 3600
    /// The most entries remembered of each kind, 16 bytes and the dictionary's share each.
    var memory = 20_000
}

/// Remembers wrong keys and says when no more are taken. A plain value: its keeper guards it and tells it the time.
///
/// Each entry is one moment: the one at which its budget will be whole again. Every wrong key moves it further away,
/// and once it is further away than the burst allows, the door is shut. Entries whose moment has passed mean nothing.
struct WrongKeys: Sendable {
    private let budget: WrongKeyBudget
    private var byAddress = BoundedTimes()
    private var byDevice = BoundedTimes()
    private var proofs = BoundedTimes()

    init(_ budget: WrongKeyBudget) { self.budget = budget }

    /// How many entries are remembered.
    var size: Int { byAddress.count + byDevice.count + proofs.count }

    /// After how many seconds a key may be shown again; nil when it may be now.
    func wait(for device: DeviceID, from address: String, at now: UnixTime) -> Int? {
        if byDevice.isEmpty { return nil }
        let source = WrongKeys.name(device, address)
        if let wait = WrongKeys.wait(byAddress[source], budget.fromOneAddress, now) { return wait }
        guard let wait = WrongKeys.wait(byDevice[WrongKeys.name(device)], budget.fromAllAddresses, now) else {
            return nil
        }
        let isTrusted = proofs[source].map { $0 > now } ?? false
        return isTrusted ? nil : wait
    }

    /// Counts a wrong key against the budgets.
    mutating func recordWrong(_ device: DeviceID, from address: String, at now: UnixTime) {
        byAddress.update(WrongKeys.name(device, address), budget.memory, now) {
            WrongKeys.later(max($0, now), budget.fromOneAddress.millisecondsForOneMore)
        }
        byDevice.update(WrongKeys.name(device), budget.memory, now) {
            WrongKeys.later(max($0, now), budget.fromAllAddresses.millisecondsForOneMore)
        }
    }

    /// Remembers that an address showed a device's right key.
    mutating func recordRight(_ device: DeviceID, from address: String, at now: UnixTime) {
        proofs.update(WrongKeys.name(device, address), budget.memory, now) { _ in
            now.adding(seconds: budget.secondsOfTrust)
        }
    }

    private static func wait(_ whole: UnixTime?, _ rate: WrongKeyBudget.Rate, _ now: UnixTime) -> Int? {
        guard let whole else { return nil }
        let open = later(whole, -Int64(rate.burst - 1) * rate.millisecondsForOneMore)
        guard open > now else { return nil }
        return Int((open.rawValue - now.rawValue + 999) / 1000)
    }

    private static func later(_ time: UnixTime, _ milliseconds: Int64) -> UnixTime {
        UnixTime(milliseconds: time.rawValue + milliseconds)
    }

    /// Short stand-ins for ids of any length. They differ with every start of the process, so nobody can make two meet.
    private static func name(_ device: DeviceID, _ address: String? = nil) -> Int {
        var hasher = Hasher()
        hasher.combine(device)
        hasher.combine(address)
        return hasher.finalize()
    }
}

/// Moments by name, no more than a given number of them.
private struct BoundedTimes: Sendable {
    private var times: [Int: UnixTime] = [:]

    var isEmpty: Bool { times.isEmpty }
    var count: Int { times.count }

    subscript(name: Int) -> UnixTime? { times[name] }

    /// Replaces the moment of `name`, which is `now` when there is none. Makes room where there is none left: first
    /// what has passed, then any eighth of the rest.
    mutating func update(_ name: Int, _ limit: Int, _ now: UnixTime, _ change: (UnixTime) -> UnixTime) {
        if times.count >= limit, times[name] == nil {
            times = times.filter { $0.value > now }
            if times.count >= limit {
                for surplus in times.keys.prefix(max(1, limit / 8)) { times[surplus] = nil }
            }
        }
        times[name] = change(times[name] ?? now)
    }
}
