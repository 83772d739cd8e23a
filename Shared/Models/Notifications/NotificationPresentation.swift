// How a notification reaches a push device, and how it is shown there.

/// What APNs does with a push, and what wakes in the app; the raw value is Apple's word in `apns-push-type`.
public enum NotificationPushType: String, Codable, Sendable, CaseIterable {
    /// Something is shown.
    case alert
    /// The app is woken, and nothing is shown.
    case background
    /// A location push service extension is woken.
    case location
    /// An incoming call, to a token of PushKit.
    case voip
    /// A complication of watchOS has new data.
    case complication
    /// A file provider extension has new files.
    case fileprovider
    /// A managed device is to ask its server.
    case mdm
    /// A Live Activity starts, changes or ends.
    case liveactivity
}

/// How much a notification may interrupt; the raw value is Apple's word.
public enum InterruptionLevel: String, Codable, Sendable, CaseIterable {
    case passive
    case active
    /// Breaks through a focus; only for keys that may.
    case timeSensitive = "time-sensitive"
    /// Breaks through silence too; only for keys that may, and apps that Apple allows it.
    case critical
}

/// How soon a push device is woken.
public enum NotificationPriority: String, Codable, Sendable, CaseIterable {
    /// At once.
    case immediate
    /// When it suits the battery.
    case considerate
    /// When the push device is awake anyway.
    case low
}

/// What is heard with a notification.
public struct NotificationSound: Codable, Hashable, Sendable {
    /// A file in the app, or `default`.
    public var name: String
    /// From 0 to 1, of a critical one; nil for the push device's.
    public var volume: Double?

    enum CodingKeys: Int, CodingKey { case name = 0, volume }

    public init(name: String = "default", volume: Double? = nil) {
        self.name = name
        self.volume = volume
    }
}

/// The number on the app's icon with a notification.
public enum NotificationBadge: Hashable, Sendable {
    /// How many entries of the inbox the person has not read.
    case unread
    /// This one; 0 takes it off.
    case fixed(Int)
    /// As it was.
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

/// How a notification is shown by Android.
public struct AndroidContent: Codable, Hashable, Sendable {
    /// One of the app's notification channels.
    public var channel: String?
    /// A drawable of the app.
    public var icon: String?
    /// `#rrggbb`.
    public var color: String?
    /// A push device shows only the last of several with the same one; nil for the collapse id.
    public var tag: String?
    /// An https address, in place of the notification's.
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
