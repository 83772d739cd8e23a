// Moments in time, and the clock that tells them.

public import CBOR
public import Foundation

/// A moment, in whole milliseconds since 1970-01-01 UTC.
public struct UnixTime: RawRepresentable, Hashable, Comparable, Codable, Sendable {
    /// Milliseconds since 1970-01-01 UTC.
    public let rawValue: Int64

    public init(rawValue: Int64) { self.rawValue = rawValue }

    /// The moment `milliseconds` after 1970-01-01 UTC.
    public init(milliseconds: Int64) { rawValue = milliseconds }

    public init(_ date: Date) { rawValue = Int64((date.timeIntervalSince1970 * 1000).rounded(.down)) }

    /// The same moment as Foundation has it.
    public var date: Date { Date(timeIntervalSince1970: Double(rawValue) / 1000) }

    public static func < (one: UnixTime, other: UnixTime) -> Bool { one.rawValue < other.rawValue }

    /// The moment `seconds` later; stays at the end of time where that would overflow, and at its beginning.
    public func adding(seconds: Int64) -> UnixTime {
        let (span, overflow) = seconds.multipliedReportingOverflow(by: 1000)
        return adding(milliseconds: !overflow ? span : seconds < 0 ? .min : .max)
    }

    /// The seconds until a later moment, the last one begun counted whole.
    public func seconds(until later: UnixTime) -> Int { Int((later.rawValue - rawValue + 999) / 1000) }

    /// The moment `milliseconds` later; stays at the end of time where that would overflow, and at its beginning.
    public func adding(milliseconds: Int64) -> UnixTime {
        let (sum, overflow) = rawValue.addingReportingOverflow(milliseconds)
        return UnixTime(rawValue: !overflow ? sum : milliseconds < 0 ? .min : .max)
    }
}

extension UnixTime: DirectlyCoded {
    public func write(to writer: inout MessageWriter) { writer.write(rawValue) }
    public init(reading reader: inout MessageReader) throws(UnsupportedEncoding) { rawValue = try reader.readInteger() }
}

/// Tells the time of day; injected, so that tests set it.
public protocol WallClock: Sendable {
    func now() -> UnixTime
}

/// The system's clock.
public struct SystemClock: WallClock {
    public init() {}
    public func now() -> UnixTime { UnixTime(Date()) }
}
