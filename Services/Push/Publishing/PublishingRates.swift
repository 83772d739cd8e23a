import Models
import Synchronization

/// Counts the notifications of each API key within a minute, in steps of a second. One push process works at a time,
/// and a restart resets the counts.
final class PublishingRates: Sendable {
    fileprivate struct Window {
        /// The counts, indexed by the second modulo the length.
        var counts = [Int32](repeating: 0, count: PublishingRates.span)
        var total = 0
        var last: Int64 = 0

        /// Moves the window to a second. If the clock was set back, the window stays until the clock has caught up.
        mutating func move(to second: Int64) {
            let span = Int64(counts.count)
            guard second > last else { return }
            for passed in max(last + 1, second - span + 1)...second {
                let place = Int(passed % span)
                total -= Int(counts[place])
                counts[place] = 0
            }
            last = second
        }

        /// Returns the seconds until the oldest count expires.
        func wait(at second: Int64) -> Int {
            let span = counts.count
            for age in stride(from: span - 1, through: 0, by: -1) {
                let moment = second - Int64(age)
                if moment >= 0, counts[Int(moment % Int64(span))] > 0 { return span - age }
            }
            return span
        }
    }

    private static let span = 60
    /// From this number of windows on, idle windows are removed. At most a thousand keys exist at a time.
    private static let maximumWindows = 2000

    private let windows = Mutex([APIKeyID: Window]())

    /// Counts a notification. If the key has reached its limit, returns the wait in seconds.
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
