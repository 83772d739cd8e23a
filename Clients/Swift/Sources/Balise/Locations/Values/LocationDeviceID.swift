public import BaliseJSON
public import Foundation

/// The name of a Miataru device: any text without `:`, chosen by the app that made it.
///
/// Two ids are equal if their UTF-8 bytes are equal. Swift's string comparison follows Unicode equivalence: it would
/// treat "ü" as one code point and "ü" as two code points as the same device.
public struct LocationDeviceID: Sendable {
    /// The id as it was written.
    public let text: String

    /// Creates an id from a text; nil when the text is empty or contains a `:`.
    public init?(_ text: String) {
        guard !text.isEmpty, !text.utf8.contains(UInt8(ascii: ":")) else { return nil }
        self.text = text
    }

    /// Creates a unique id: an upper-case UUID, as the Miataru apps make them. It is no secret.
    public init(_ uuid: UUID = UUID()) { text = uuid.uuidString }
}

extension LocationDeviceID: Hashable {
    /// Whether the ids have the same UTF-8 bytes.
    public static func == (one: LocationDeviceID, other: LocationDeviceID) -> Bool {
        one.text.utf8.elementsEqual(other.text.utf8)
    }

    /// Hashes the UTF-8 bytes.
    public func hash(into hasher: inout Hasher) {
        for byte in text.utf8 { hasher.combine(byte) }
        // This byte, which UTF-8 never contains, ends the id: the next value in the same hasher cannot run into it.
        hasher.combine(UInt8(0xFF))
    }
}

extension LocationDeviceID: CustomStringConvertible {
    /// The id as it was written.
    public var description: String { text }
}

extension LocationDeviceID: JSONReadable {
    public init(_ json: JSONValue) throws(JSONShapeError) {
        guard let device = LocationDeviceID(try String(json)) else { throw JSONShapeError(.isNot("a device id")) }
        self = device
    }
}
