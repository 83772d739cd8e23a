// Dependencies that tests replace: the clock, waiting, and random numbers.

public import Foundation

/// Tells the time.
public protocol BaliseClock: Sendable {
    /// This moment.
    var now: Date { get }
}

/// The system's clock.
public struct BaliseSystemClock: BaliseClock {
    /// The system's clock.
    public init() {}

    public var now: Date { Date() }
}

/// Waits.
public protocol BaliseSleeper: Sendable {
    /// Returns after some seconds.
    ///
    /// - Throws: `CancellationError` as soon as the task is cancelled.
    func sleep(seconds: Double) async throws
}

/// Waits for as long as it is told, a day at most.
public struct BaliseSystemSleeper: BaliseSleeper {
    /// Real waiting.
    public init() {}

    public func sleep(seconds: Double) async throws {
        try await Task.sleep(nanoseconds: UInt64(max(0, min(seconds, 86_400)) * 1e9))
    }
}

/// Gives numbers that nobody can foresee: keys are made of them.
public protocol BaliseRandomSource: Sendable {
    /// 64 random bits.
    func next() -> UInt64
}

/// The system's source of random numbers, which is cryptographically secure on every platform of this SDK.
public struct BaliseSystemRandomSource: BaliseRandomSource {
    /// The system's source.
    public init() {}

    public func next() -> UInt64 {
        var generator = SystemRandomNumberGenerator()
        return generator.next()
    }
}

extension BaliseRandomSource {
    /// A number from 0 up to, but not with, 1.
    func fraction() -> Double { Double(next() >> 11) / Double(1 << 53) }

    /// Random bytes.
    func bytes(_ count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count { withUnsafeBytes(of: next()) { bytes.append(contentsOf: $0) } }
        return Array(bytes.prefix(count))
    }
}
