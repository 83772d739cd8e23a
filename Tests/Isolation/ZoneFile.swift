public import Foundation

/// A zone in the Time Zone Information Format (RFC 9636).
public struct ZoneFile: Sendable {
    /// When the clocks change, in seconds since 1970, and how far ahead of UTC they are from then on.
    public var changes: [(at: Int64, offset: Int32)]
    public var initialOffset: Int32
    /// The rule that applies from the last change on, as in the variable TZ.
    public var footer: String

    public init(_ initialOffset: Int32, changes: [(at: Int64, offset: Int32)] = [], footer: String) {
        (self.initialOffset, self.changes, self.footer) = (initialOffset, changes, footer)
    }

    /// - Parameter version: `0` for the first version, which has neither 64 bits nor the footer.
    public func bytes(version: UInt8 = UInt8(ascii: "2")) -> [UInt8] {
        let short = header(version) + block(of: 4)
        guard version > 0 else { return short }
        return short + header(version) + block(of: 8) + Array("\n\(footer)\n".utf8)
    }

    public func write(to folder: URL, as name: String) throws {
        let place = folder.appendingPathComponent(name)
        try FileManager.default.createDirectory(
            at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes()).write(to: place)
    }

    private var offsets: [Int32] { [initialOffset] + changes.map(\.offset) }

    private func header(_ version: UInt8) -> [UInt8] {
        let counts = [0, 0, 0, changes.count, offsets.count, 4]
        return Array("TZif".utf8) + [version] + Array(repeating: 0, count: 15)
            + counts.flatMap { bigEndian(Int64($0), 4) }
    }

    private func block(of size: Int) -> [UInt8] {
        changes.flatMap { bigEndian($0.at, size) } + changes.indices.map { UInt8($0 + 1) }
            + offsets.flatMap { bigEndian(Int64($0), 4) + [0, 0] } + Array("UTC\0".utf8)
    }

    private func bigEndian(_ number: Int64, _ size: Int) -> [UInt8] {
        (0..<size).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * Int64($0))) }
    }
}
