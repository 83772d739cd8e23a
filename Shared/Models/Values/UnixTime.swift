public import CBOR
public import Foundation

/// A moment, in whole milliseconds since 1970-01-01 UTC.
public struct UnixTime: RawRepresentable, Hashable, Comparable, Codable, Sendable {
    public let rawValue: Int64

    public init(rawValue: Int64) { self.rawValue = rawValue }

    public init(milliseconds: Int64) { rawValue = milliseconds }

    public init(_ date: Date) { rawValue = Int64((date.timeIntervalSince1970 * 1000).rounded(.down)) }

    public var date: Date { Date(timeIntervalSince1970: Double(rawValue) / 1000) }

    public static func < (one: UnixTime, other: UnixTime) -> Bool { one.rawValue < other.rawValue }

    /// Saturates at both ends of time.
    public func adding(seconds: Int64) -> UnixTime {
        let (span, overflow) = seconds.multipliedReportingOverflow(by: 1000)
        return adding(milliseconds: !overflow ? span : seconds < 0 ? .min : .max)
    }

    /// Rounded up.
    public func seconds(until later: UnixTime) -> Int { Int((later.rawValue - rawValue + 999) / 1000) }

    /// Saturates at both ends of time.
    public func adding(milliseconds: Int64) -> UnixTime {
        let (sum, overflow) = rawValue.addingReportingOverflow(milliseconds)
        return UnixTime(rawValue: !overflow ? sum : milliseconds < 0 ? .min : .max)
    }
}

extension UnixTime: DirectlyCoded {
    public func write(to writer: inout MessageWriter) { writer.write(rawValue) }
    public init(reading reader: inout MessageReader) throws(UnsupportedEncoding) { rawValue = try reader.readInteger() }
}

/// The time of day; injected, so that tests set it.
public protocol WallClock: Sendable {
    func now() -> UnixTime
}

/// The system's wall clock. Unlike a monotonic clock, it can jump.
public struct SystemClock: WallClock {
    public init() {}
    public func now() -> UnixTime { UnixTime(Date()) }
}
