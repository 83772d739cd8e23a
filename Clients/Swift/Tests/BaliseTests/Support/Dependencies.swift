final class SetTime: BaliseClock {
    private let state: Mutex<Date>

    /// - Parameter seconds: Since 1970.
    init(_ seconds: TimeInterval = 1_800_000_000) { state = Mutex(Date(timeIntervalSince1970: seconds)) }

    var now: Date { state.withLock { $0 } }

    func pass(_ seconds: TimeInterval) { state.withLock { $0 += seconds } }
}

/// Does not wait. It records each requested wait and advances a clock by it.
final class SkippedPause: BaliseSleeper {
    private let state = Mutex<[Double]>([])
    private let time: SetTime?

    init(_ time: SetTime? = nil) { self.time = time }

    var pauses: [Double] { state.withLock { $0 } }

    func sleep(seconds: Double) async throws {
        try Task.checkCancellation()
        state.withLock { $0.append(seconds) }
        time?.pass(seconds)
    }
}

/// Numbers that are the same in every run.
final class CountedRandom: BaliseRandomSource {
    private let state: Mutex<UInt64>

    init(_ seed: UInt64 = 0) { state = Mutex(seed) }

    func next() -> UInt64 {
        // SplitMix64, which accepts any seed.
        state.withLock { state in
            state &+= 0x9E37_79B9_7F4A_7C15
            var value = state
            value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
            value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
            return value ^ (value >> 31)
        }
    }
}

final class TemporaryFolder: Sendable {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("balise-" + UUID().uuidString)

    deinit { try? FileManager.default.removeItem(at: url) }
}
