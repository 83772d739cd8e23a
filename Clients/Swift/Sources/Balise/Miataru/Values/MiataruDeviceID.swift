// The name of a Miataru device.

public import BaliseJSON
public import Foundation

/// The name of a Miataru device: any text without `:`, chosen by the app that made it.
///
/// Two ids are the same when their UTF-8 is the same, byte by byte. Swift's own string comparison follows Unicode
/// equivalence and would take "ü" in one code point and in two for one device.
public struct MiataruDeviceID: Sendable {
    /// The id as it was written.
    public let text: String

    /// Nil when `text` is empty or holds a `:`.
    public init?(_ text: String) {
        guard !text.isEmpty, !text.utf8.contains(UInt8(ascii: ":")) else { return nil }
        self.text = text
    }

    /// A new id that no other device has: an upper-case UUID, as the Miataru apps make them. It is no secret.
    public init(_ uuid: UUID = UUID()) { text = uuid.uuidString }
}

extension MiataruDeviceID: Hashable {
    /// Whether both ids have the same UTF-8.
    public static func == (one: MiataruDeviceID, other: MiataruDeviceID) -> Bool {
        one.text.utf8.elementsEqual(other.text.utf8)
    }

    /// Hashes the UTF-8.
    public func hash(into hasher: inout Hasher) {
        for byte in text.utf8 { hasher.combine(byte) }
        // What follows in the same hasher must not run into the id.
        hasher.combine(UInt8(0xFF))
    }
}

extension MiataruDeviceID: CustomStringConvertible {
    /// The id as it was written.
    public var description: String { text }
}

extension MiataruDeviceID: JSONReadable {
    /// Reads a text that is a device id.
    public init(_ json: JSONValue) throws(JSONShapeError) {
        guard let device = MiataruDeviceID(try String(json)) else { throw JSONShapeError(.isNot("a device id")) }
        self = device
    }
}
