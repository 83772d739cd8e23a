public import BaliseJSON

/// The Android-specific part of a notification's content.
public struct BaliseAndroidContent: JSONConvertible, Hashable {
    /// One of the app's notification channels.
    public var channel: String?
    /// The name of a drawable in the app.
    public var icon: String?
    /// `#rrggbb`.
    public var color: String?
    /// A device shows only the last notification with the same tag; nil for the collapse id.
    public var tag: String?
    /// An https address that replaces the notification's.
    public var imageUrl: String?

    /// Makes a body of these members; nil leaves one out.
    public init(
        channel: String? = nil, icon: String? = nil, color: String? = nil, tag: String? = nil, imageUrl: String? = nil
    ) {
        self.channel = channel
        self.icon = icon
        self.color = color
        self.tag = tag
        self.imageUrl = imageUrl
    }

    /// The allowed number of characters of a name.
    public static let nameLengths = 0...128
    /// The allowed number of characters of a colour.
    public static let colorLengths = 0...7

    private enum CodingKeys: CodingKey {
        case channel, icon, color, tag, imageUrl
    }
}

extension BaliseAndroidContent: JSONBounded {
    public static let bounds: [TextBound<BaliseAndroidContent>] = [
        TextBound(CodingKeys.channel, nameLengths) { $0.channel },
        TextBound(CodingKeys.icon, nameLengths) { $0.icon },
        TextBound(CodingKeys.color, colorLengths) { $0.color },
        TextBound(CodingKeys.tag, nameLengths) { $0.tag },
        TextBound(CodingKeys.imageUrl, BaliseNotificationContent.addressLengths) { $0.imageUrl },
    ]
}
