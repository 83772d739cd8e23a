/// An app's version: numbers of 64 bits each, such as `2.1.0` or `3.1.20261128`. Missing numbers are 0.
public struct AppVersion: Hashable, Comparable, Sendable {
    /// The numbers without trailing zeros, so that `2.0` equals `2`.
    private let numbers: [UInt64]

    /// The largest number of numbers in a version.
    public static let maximumNumbers = 8

    /// Creates a version from its numbers, at most 8: `AppVersion(2, 1)` is `2.1`.
    public init(_ first: UInt64, _ others: UInt64...) {
        self.init(numbers: ([first] + others).prefix(Self.maximumNumbers))
    }

    /// Reads `2`, `2.1` or `2.1.0.77` and ignores everything after a space, `-`, `+` or `(`. Nil for any other text.
    public init?(_ text: String) {
        let parts = text.utf8.prefix { !" -+(".utf8.contains($0) }
            .split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard (1...AppVersion.maximumNumbers).contains(parts.count) else { return nil }
        var numbers: [UInt64] = []
        for part in parts {
            guard part.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
                let number = UInt64(Substring(part))
            else { return nil }
            numbers.append(number)
        }
        self.init(numbers: numbers[...])
    }

    private init(numbers: ArraySlice<UInt64>) {
        var numbers = Array(numbers)
        while numbers.last == 0 { numbers.removeLast() }
        self.numbers = numbers
    }

    /// The version in its shortest form: `2.1`.
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

/// How a device's version must compare with a given version. The raw value is part of the API.
public enum VersionComparison: String, Codable, Sendable, CaseIterable {
    /// The device has the given version or a later version.
    case atLeast = ">="
    /// The device has the given version or an earlier version.
    case atMost = "<="
    /// The device has another version.
    case notEqual = "!="
    /// The device has an earlier version.
    case less = "<"
    /// The device has a later version.
    case greater = ">"
    /// The device has the same version.
    case equal = "="

    /// Returns whether the comparison is true of a device's version and the given version.
    public func holds(_ version: AppVersion, _ other: AppVersion) -> Bool {
        switch self {
        case .atLeast: version >= other
        case .atMost: version <= other
        case .notEqual: version != other
        case .less: version < other
        case .greater: version > other
        case .equal: version == other
        }
    }
}
