public import CBOR
import Foundation

extension UnixTime: DirectlyCoded {
    public func write(to writer: inout MessageWriter) { writer.write(rawValue) }

    public init(reading reader: inout MessageReader) throws(UnsupportedEncoding) {
        self.init(rawValue: try reader.readInteger())
    }
}

extension UnixTime {
    /// The time in the form `2026-01-31 12:00 UTC`.
    public var utcText: String {
        let (days, time) = rawValue.dividedDown(by: 86_400_000)
        let clock = "\((time / 3_600_000).digits(2)):\((time / 60_000 % 60).digits(2))"
        return "\(CivilDate(daysSince1970: days).text) \(clock) UTC"
    }
}

/// A source of the time of day, injected so that tests can set the time.
public protocol WallClock: Sendable {
    func now() -> UnixTime
}

/// The system's wall clock. Unlike a monotonic clock, it can jump.
public struct SystemClock: WallClock {
    public init() {}
    public func now() -> UnixTime { UnixTime(Date()) }
}
