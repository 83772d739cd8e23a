/// The type of a push; the raw value is Apple's word in `apns-push-type`.
public enum NotificationPushType: String, Codable, Sendable, CaseIterable {
    /// A visible notification.
    case alert
    /// Wakes the app and shows nothing.
    case background
    /// Wakes a location push service extension.
    case location
    /// An incoming call, to a token of PushKit.
    case voip
    /// New data for a complication of watchOS.
    case complication
    /// New files for a file provider extension.
    case fileprovider
    /// A managed device must contact its server.
    case mdm
    /// A Live Activity starts, changes or ends.
    case liveactivity
}

/// How much a notification may interrupt; the raw value is Apple's word.
public enum InterruptionLevel: String, Codable, Sendable, CaseIterable {
    case passive
    case active
    /// Breaks through a focus; only for keys with that right.
    case timeSensitive = "time-sensitive"
    /// Also breaks through silence; only for keys with that right, and for apps that Apple allows it.
    case critical
}

/// How soon a push device is woken.
public enum NotificationPriority: String, Codable, Sendable, CaseIterable {
    case immediate
    /// When it suits the battery.
    case considerate
    /// When the push device is awake anyway.
    case low
}

/// The sound that a push device plays when a notification arrives.
public struct NotificationSound: Codable, Hashable, Sendable {
    /// A file in the app, or `default`.
    public var name: String
    /// From 0 to 1, for a critical notification; nil for the device's volume.
    public var volume: Double?

    enum CodingKeys: Int, CodingKey { case name = 0, volume }

    public init(name: String = "default", volume: Double? = nil) {
        self.name = name
        self.volume = volume
    }
}

/// The change of the number on the app's icon when a notification arrives.
public enum NotificationBadge: Hashable, Sendable {
    /// The number of unread inbox entries.
    case unread
    /// A fixed number; 0 removes it.
    case fixed(Int)
    /// No change.
    case unchanged
}

extension NotificationBadge: Codable {
    enum CodingKeys: Int, CodingKey { case isUnchanged = 0, number }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if let number = try container.decodeIfPresent(Int.self, forKey: .number) {
            self = .fixed(number)
        } else {
            self = try container.decodeIfPresent(Bool.self, forKey: .isUnchanged) ?? false ? .unchanged : .unread
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .unread: break
        case .fixed(let number): try container.encode(number, forKey: .number)
        case .unchanged: try container.encode(true, forKey: .isUnchanged)
        }
    }
}

/// The Android-specific part of a notification.
public struct AndroidContent: Codable, Hashable, Sendable {
    /// One of the app's notification channels.
    public var channel: String?
    /// A drawable of the app.
    public var icon: String?
    /// `#rrggbb`.
    public var color: String?
    /// A device shows only the last notification with the same tag; nil for the collapse id.
    public var tag: String?
    /// An https address that replaces the notification's.
    public var imageURL: String?

    enum CodingKeys: Int, CodingKey { case channel = 0, icon, color, tag, imageURL }

    public init(
        channel: String? = nil, icon: String? = nil, color: String? = nil, tag: String? = nil, imageURL: String? = nil
    ) {
        self.channel = channel
        self.icon = icon
        self.color = color
        self.tag = tag
        self.imageURL = imageURL
    }
}
