public import Foundation

/// A source of the time. Tests replace it.
public protocol BaliseClock: Sendable {
    /// The current time of day.
    var now: Date { get }
}

/// The system's clock, the default of a configuration.
public struct BaliseSystemClock: BaliseClock {
    /// Creates the system's clock.
    public init() {}

    public var now: Date { Date() }
}

/// A timer that suspends tasks. Tests replace it.
public protocol BaliseSleeper: Sendable {
    /// Suspends the task for a time.
    /// - Throws: `CancellationError` as soon as the task is cancelled.
    func sleep(seconds: Double) async throws
}

/// The system's timer. It waits for the given time, at most one day.
public struct BaliseSystemSleeper: BaliseSleeper {
    /// Creates the system's timer.
    public init() {}

    public func sleep(seconds: Double) async throws {
        try await Task.sleep(nanoseconds: UInt64(max(0, min(seconds, 86_400)) * 1e9))
    }
}

/// A source of unpredictable numbers, from which keys are made.
public protocol BaliseRandomSource: Sendable {
    /// Returns 64 random bits.
    func next() -> UInt64
}

/// The system's source of random numbers, which is cryptographically secure on every platform of this SDK.
public struct BaliseSystemRandomSource: BaliseRandomSource {
    /// Creates the system's source of random numbers.
    public init() {}

    public func next() -> UInt64 {
        var generator = SystemRandomNumberGenerator()
        return generator.next()
    }
}

extension BaliseRandomSource {
    /// Returns a random number from 0 up to, but not including, 1.
    func fraction() -> Double { Double(next() >> 11) / Double(1 << 53) }

    func bytes(_ count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count { withUnsafeBytes(of: next()) { bytes.append(contentsOf: $0) } }
        return Array(bytes.prefix(count))
    }
}
