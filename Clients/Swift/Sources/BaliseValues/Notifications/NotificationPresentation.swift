public import BaliseJSON

/// The sound that a push device plays when a notification arrives.
public struct NotificationSound: Codable, Hashable, Sendable {
    /// The name of a file in the app, or `default`.
    public var name: String
    /// The volume from 0 to 1, for a critical notification; nil for the device's volume.
    public var volume: Double?

    enum CodingKeys: Int, CodingKey { case name = 0, volume }

    /// Creates a sound; the default is the device's sound.
    public init(name: String = "default", volume: Double? = nil) { (self.name, self.volume) = (name, volume) }

    /// A mark for the initialiser of `NotificationContent`: an alert gets the device's sound, other pushes get none.
    public static let usual = NotificationSound(name: "")
}

/// What happens to the number on the app's icon when a notification arrives. In JSON it is a whole number or a word.
public enum NotificationBadge: Hashable, Sendable {
    /// The number of unread inbox entries.
    case unread
    /// A fixed number; 0 removes it.
    case fixed(Int)
    /// The number stays as it is.
    case unchanged
}

extension NotificationBadge: Codable {
    enum CodingKeys: Int, CodingKey { case isUnchanged = 0, number }

    public init(from decoder: any Decoder) throws {
        if decoder.readsJSON {
            self = try NotificationBadge(decoder.jsonValue(), isLenient: decoder.isLenientJSON)
            return
        }
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if let number = try container.decodeIfPresent(Int.self, forKey: .number) {
            self = .fixed(number)
        } else {
            self = try container.decodeIfPresent(Bool.self, forKey: .isUnchanged) ?? false ? .unchanged : .unread
        }
    }

    private init(_ json: JSONValue, isLenient: Bool) throws(JSONShapeError) {
        switch (json.kind, json.string) {
        case (.bool, _) where isLenient: self = .fixed(json.bool == true ? 1 : 0)
        case (.number, _): self = .fixed(try Int(json))
        case (.string, "unread"): self = .unread
        case (.string, "unchanged"): self = .unchanged
        case (.string, _):
            throw JSONShapeError(
                .refused("badge is not a whole number, unread or unchanged.", words: ["unread", "unchanged"]))
        default: throw JSONShapeError(.isNot("a whole number or a word"))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        if encoder.writesJSON {
            var container = encoder.singleValueContainer()
            switch self {
            case .fixed(let number): try container.encode(number)
            case .unread: try container.encode("unread")
            case .unchanged: try container.encode("unchanged")
            }
            return
        }
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .unread: break
        case .fixed(let number): try container.encode(number, forKey: .number)
        case .unchanged: try container.encode(true, forKey: .isUnchanged)
        }
    }
}

/// The Android-specific part of a notification.
public struct AndroidContent: JSONBounded, Hashable {
    /// One of the app's notification channels.
    public var channel: String?
    /// The name of a drawable in the app.
    public var icon: String?
    /// The colour, as `#rrggbb`.
    public var color: String?
    /// A device shows only the last notification with the same tag; nil to use the collapse id.
    public var tag: String?
    /// An https address of an image that replaces the notification's image.
    public var imageURL: String?

    enum CodingKeys: Int, CodingKey {
        case channel = 0, icon, color, tag, imageURL

        var stringValue: String { ["channel", "icon", "color", "tag", "imageUrl"][rawValue] }
    }

    public init(
        channel: String? = nil, icon: String? = nil, color: String? = nil, tag: String? = nil, imageURL: String? = nil
    ) {
        (self.channel, self.icon) = (channel, icon)
        (self.color, self.tag, self.imageURL) = (color, tag, imageURL)
    }

    /// The allowed number of characters of a name.
    public static let nameLengths = 0...128
    /// The allowed number of characters of a colour.
    public static let colorLengths = 0...7

    public static let bounds: [TextBound<AndroidContent>] = [
        TextBound(CodingKeys.channel, nameLengths) { $0.channel },
        TextBound(CodingKeys.icon, nameLengths) { $0.icon },
        TextBound(CodingKeys.color, colorLengths) { $0.color },
        TextBound(CodingKeys.tag, nameLengths) { $0.tag },
        TextBound(CodingKeys.imageURL, NotificationContent.addressLengths) { $0.imageURL },
    ]
}
