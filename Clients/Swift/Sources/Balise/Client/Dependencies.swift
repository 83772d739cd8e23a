public import Foundation

/// Tells the time.
public protocol BaliseClock: Sendable {
    /// The current time.
    var now: Date { get }
}

/// The system's clock.
public struct BaliseSystemClock: BaliseClock {
    /// A clock.
    public init() {}

    public var now: Date { Date() }
}

/// Waits.
public protocol BaliseSleeper: Sendable {
    /// Suspends the task.
    /// - Throws: `CancellationError` as soon as the task is cancelled.
    func sleep(seconds: Double) async throws
}

/// Waits for the given time, at most one day.
public struct BaliseSystemSleeper: BaliseSleeper {
    /// A timer.
    public init() {}

    public func sleep(seconds: Double) async throws {
        try await Task.sleep(nanoseconds: UInt64(max(0, min(seconds, 86_400)) * 1e9))
    }
}

/// A source of unpredictable numbers, from which keys are made.
public protocol BaliseRandomSource: Sendable {
    /// 64 random bits.
    func next() -> UInt64
}

/// The system's source of random numbers, which is cryptographically secure on every platform of this SDK.
public struct BaliseSystemRandomSource: BaliseRandomSource {
    /// A source of random numbers.
    public init() {}

    public func next() -> UInt64 {
        var generator = SystemRandomNumberGenerator()
        return generator.next()
    }
}

extension BaliseRandomSource {
    /// From 0 up to, but not including, 1.
    func fraction() -> Double { Double(next() >> 11) / Double(1 << 53) }

    func bytes(_ count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count { withUnsafeBytes(of: next()) { bytes.append(contentsOf: $0) } }
        return Array(bytes.prefix(count))
    }
}
