/// An app's version: numbers of 64 bits each, such as `2.1.0` or `3.1.20261128`. Missing numbers are 0.
public struct AppVersion: Hashable, Comparable, Sendable {
    /// Without trailing zeros, so that `2.0` equals `2`.
    private let numbers: [UInt64]

    public static let maximumNumbers = 8

    /// Reads `2`, `2.1` or `2.1.0.77` and ignores everything after a space, `-`, `+` or `(`. Nil if it is no version.
    public init?(_ text: String) {
        let parts = text.utf8.prefix { !" -+(".utf8.contains($0) }
            .split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard (1...AppVersion.maximumNumbers).contains(parts.count) else { return nil }
        var numbers: [UInt64] = []
        for part in parts {
            guard part.allSatisfy(\.isASCIIDigit), let number = UInt64(Substring(part)) else { return nil }
            numbers.append(number)
        }
        while numbers.last == 0 { numbers.removeLast() }
        self.numbers = numbers
    }

    /// The shortest form: `2.1`.
    public var text: String { numbers.isEmpty ? "0" : numbers.map(String.init).joined(separator: ".") }

    public static func < (one: AppVersion, other: AppVersion) -> Bool {
        one.numbers.lexicographicallyPrecedes(other.numbers)
    }
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
