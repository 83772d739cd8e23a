import BaliseJSON
public import Foundation

/// A moment, in whole milliseconds since 1970-01-01 UTC. In JSON it is a string of RFC 3339 with whole seconds; in
/// messages between services it is the number of milliseconds.
public struct UnixTime: RawRepresentable, Hashable, Comparable, Sendable {
    /// The milliseconds since 1970.
    public let rawValue: Int64

    /// Creates a moment from the milliseconds since 1970-01-01 UTC.
    public init(rawValue: Int64) { self.rawValue = rawValue }

    /// Creates a moment from the milliseconds since 1970-01-01 UTC.
    public init(milliseconds: Int64) { rawValue = milliseconds }

    /// Creates a moment from a date, rounded down to a millisecond.
    public init(_ date: Date) { rawValue = Int64((date.timeIntervalSince1970 * 1000).rounded(.down)) }

    /// Creates a moment from a date, rounded to the nearest millisecond.
    public init(nearestTo date: Date) { rawValue = Int64((date.timeIntervalSince1970 * 1000).rounded()) }

    /// The moment as Foundation's type.
    public var date: Date { Date(timeIntervalSince1970: Double(rawValue) / 1000) }

    public static func < (one: UnixTime, other: UnixTime) -> Bool { one.rawValue < other.rawValue }

    /// Returns the moment that many seconds later. If it is out of range, returns the last or first moment.
    public func adding(seconds: Int64) -> UnixTime {
        let (span, overflow) = seconds.multipliedReportingOverflow(by: 1000)
        return adding(milliseconds: !overflow ? span : seconds < 0 ? .min : .max)
    }

    /// Returns the seconds until a later moment, rounded up.
    public func seconds(until later: UnixTime) -> Int { Int((later.rawValue - rawValue + 999) / 1000) }

    /// Returns the moment that many milliseconds later. If it is out of range, returns the last or first moment.
    public func adding(milliseconds: Int64) -> UnixTime {
        let (sum, overflow) = rawValue.addingReportingOverflow(milliseconds)
        return UnixTime(rawValue: !overflow ? sum : milliseconds < 0 ? .min : .max)
    }
}

extension UnixTime: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if decoder.readsJSON {
            self.init(nearestTo: try container.decode(Date.self))
        } else {
            self.init(rawValue: try container.decode(Int64.self))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if encoder.writesJSON { try container.encode(date) } else { try container.encode(rawValue) }
    }
}
