import Synchronization

/// Notifications are known by their titles.
final class NotificationTimes: Sendable {
    struct Times {
        var asked: ContinuousClock.Instant?
        var accepted: ContinuousClock.Instant?
        var arrived: ContinuousClock.Instant?
    }

    private struct State {
        /// Which stretch of time it is: what arrives late from an earlier one does not count.
        var round = 0
        var times: [Times] = []
        var arrived = 0
    }

    private static let mark = Data(#""title":"no "#.utf8)
    private let state = Mutex(State())

    var arrived: Int { state.withLock { $0.arrived } }
    var all: [Times] { state.withLock { $0.times } }

    /// Forgets what there was; so many are to come.
    func begin(_ count: Int) {
        state.withLock { state in
            state.round += 1
            state.times = Array(repeating: Times(), count: count)
            state.arrived = 0
        }
    }

    func title(of number: Int) -> String { "no \(state.withLock { $0.round }).\(number)" }

    func record(_ number: Int, asked: ContinuousClock.Instant, accepted: ContinuousClock.Instant?) {
        state.withLock { state in
            state.times[number].asked = asked
            state.times[number].accepted = accepted
        }
    }

    /// A push with this payload is at APNs; only its first arrival counts.
    func recordArrival(of payload: Data) {
        let now = ContinuousClock.now
        guard let mark = payload.range(of: Self.mark) else { return }
        let title = String(decoding: payload[mark.upperBound...].prefix { $0 != UInt8(ascii: "\"") }, as: UTF8.self)
        let parts = title.split(separator: ".").compactMap { Int($0) }
        guard parts.count == 2 else { return }
        state.withLock { state in
            guard parts[0] == state.round, state.times.indices.contains(parts[1]),
                state.times[parts[1]].arrived == nil
            else { return }
            state.times[parts[1]].arrived = now
            state.arrived += 1
        }
    }
}
