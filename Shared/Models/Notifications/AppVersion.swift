// The version of an app, for comparing.

/// The version of an app: up to four numbers of 0 to 65,535, those that are not said being 0.
public struct AppVersion: Hashable, Comparable, Sendable {
    /// The numbers in 16 bits each, the first one above; orders as the versions do.
    public let rawValue: UInt64

    /// A version by its `rawValue`.
    public init(rawValue: UInt64) { self.rawValue = rawValue }

    /// A version such as `2`, `2.1` or `2.1.0.77`; what stands behind a space, `-`, `+` or `(` does not count. Nil for
    /// what is none.
    public init?(_ text: String) {
        let numbers = text.prefix { !" -+(".contains($0) }.split(separator: ".", omittingEmptySubsequences: false)
        guard (1...4).contains(numbers.count) else { return nil }
        var value: UInt64 = 0
        for place in 0..<4 {
            var number: UInt16 = 0
            if place < numbers.count {
                guard numbers[place].utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
                    let read = UInt16(numbers[place])
                else { return nil }
                number = read
            }
            value = value << 16 | UInt64(number)
        }
        rawValue = value
    }

    /// The shortest text of it: `2.1`.
    public var text: String {
        var numbers = [48, 32, 16, 0].map { rawValue >> UInt64($0) & 0xFFFF }
        while numbers.count > 1, numbers.last == 0 { numbers.removeLast() }
        return numbers.map(String.init).joined(separator: ".")
    }

    public static func < (one: AppVersion, other: AppVersion) -> Bool { one.rawValue < other.rawValue }
}

extension AppVersion: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let version = AppVersion(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a version")
        }
        self = version
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
