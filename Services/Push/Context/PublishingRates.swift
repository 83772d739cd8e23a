// How many notifications each API key has sent of late.

import Models
import Synchronization

/// Counts what API keys send in a minute, by the second. One process of push works at a time, and a start begins anew.
final class PublishingRates: Sendable {
    fileprivate struct Window {
        /// How many were sent in each of the last seconds, by the second modulo their number.
        var counts = [Int32](repeating: 0, count: PublishingRates.span)
        var total = 0
        /// The second that was counted last.
        var last: Int64 = 0
    }

    private static let span = 60
    /// There are at most a thousand keys.
    private static let maximumWindows = 2000

    private let windows = Mutex([APIKeyID: Window]())

    /// Counts one more; how many seconds to wait where the key has sent as many as it may, which is not counted.
    func take(_ key: APIKeyID, perMinute limit: Int, at now: UnixTime) -> Int? {
        let second = now.rawValue / 1000
        return windows.withLock { windows in
            if windows.count >= PublishingRates.maximumWindows, windows[key] == nil {
                windows = windows.filter { $0.value.last > second - Int64(PublishingRates.span) }
            }
            var window = windows[key] ?? Window()
            window.move(to: second)
            defer { windows[key] = window }
            guard window.total < limit else { return window.wait(at: second) }
            window.counts[Int(second % Int64(PublishingRates.span))] += 1
            window.total += 1
            return nil
        }
    }
}

extension PublishingRates.Window {
    /// Forgets what was sent a minute before. A clock that is set back is waited for.
    fileprivate mutating func move(to second: Int64) {
        let span = Int64(counts.count)
        guard second > last else { return }
        for passed in max(last + 1, second - span + 1)...second {
            let place = Int(passed % span)
            total -= Int(counts[place])
            counts[place] = 0
        }
        last = second
    }

    /// Until the first of those that were sent does not count any more.
    fileprivate func wait(at second: Int64) -> Int {
        let span = counts.count
        for age in stride(from: span - 1, through: 0, by: -1) {
            let moment = second - Int64(age)
            if moment >= 0, counts[Int(moment % Int64(span))] > 0 { return span - age }
        }
        return span
    }
}
