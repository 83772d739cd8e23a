/// An id that reveals nothing: 1 to 36 characters out of `A-Z a-z 0-9 . _ -`, the first no dot. It is coded as text.
public protocol OpaqueID: Hashable, Codable, Sendable, CustomStringConvertible {
    /// The id as it is sent.
    var text: String { get }

    /// Reads an id; nil for an invalid text.
    init?(_ text: String)
}

extension OpaqueID {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let id = Self(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not an opaque id")
        }
        self = id
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }

    public var description: String { text }

    /// Whether a text can be an id.
    public static func isValid(_ text: String) -> Bool {
        let bytes = text.utf8
        guard (1...36).contains(bytes.count), bytes.first != UInt8(ascii: ".") else { return false }
        return bytes.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"):
                true
            default: false
            }
        }
    }
}

/// The id of an account. It reveals nothing about its user.
public struct AccountID: OpaqueID {
    public let text: String

    public init?(_ text: String) {
        guard AccountID.isValid(text) else { return nil }
        self.text = text
    }
}

/// A place on the earth (WGS 84).
public struct Coordinate: Codable, Hashable, Sendable {
    /// The latitude in degrees, -90 to 90.
    public let latitude: Double
    /// The longitude in degrees, -180 to 180.
    public let longitude: Double

    /// The coding keys, for types that encode a place themselves.
    public enum CodingKeys: Int, CodingKey {
        /// The numbers of the members in messages between services.
        case latitude = 0, longitude
    }

    /// Creates a place; nil if a value is out of range or NaN.
    public init?(latitude: Double, longitude: Double) {
        guard abs(latitude) <= 90, abs(longitude) <= 180 else { return nil }
        (self.latitude, self.longitude) = (latitude, longitude)
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let made = Coordinate(
            latitude: try container.decode(Double.self, forKey: .latitude),
            longitude: try container.decode(Double.self, forKey: .longitude))
        guard let made else {
            throw DecodingError.dataCorruptedError(forKey: .latitude, in: container, debugDescription: "not a place")
        }
        self = made
    }
}

/// A right of an API key. Each key has at least one right.
public enum APIKeyScope: String, Codable, Sendable, CaseIterable {
    /// Allows a key to announce offers, events and professionals, and to send notifications.
    case publish
    /// Allows a key with `publish` to send notifications that break through a focus or through silence.
    case interrupt
    /// Gives a key an operator's rights on the operations port, also from other machines.
    case operate
    /// Allows a key to introspect tokens (RFC 7662).
    case introspect
    /// Lets a key read and cancel all publishers' announcements, and ask why a user was notified. Part of `operate`.
    case support
    /// Read on the operations port: health, metrics, accounts and their data, keys without secrets, the audit log.
    case view
    /// Allows a key to help one user on the operations port: end sessions, send a link for a new password, disable and
    /// enable the account, ask why the user was notified. Includes `view`.
    case assist
}
