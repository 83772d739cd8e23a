// How Android shows a notification: a member of its content.

public import BaliseJSON

/// How Android shows a notification.
public struct BaliseAndroidContent: JSONConvertible, Hashable {
    /// One of the app's notification channels.
    public var channel: String?
    /// A drawable of the app.
    public var icon: String?
    /// `#rrggbb`.
    public var color: String?
    /// A push device shows only the last of several with the same one; nil for the collapse id.
    public var tag: String?
    /// An https address, in place of the notification's.
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

    /// How many bytes a name of the app has.
    public static let nameBytes = 0...128
    /// How many bytes a colour has.
    public static let colorBytes = 0...7

    private enum CodingKeys: CodingKey {
        case channel, icon, color, tag, imageUrl
    }
}

extension BaliseAndroidContent: JSONBounded {
    public static let bounds: [TextBound<BaliseAndroidContent>] = [
        TextBound(CodingKeys.channel, nameBytes) { $0.channel?.utf8.count },
        TextBound(CodingKeys.icon, nameBytes) { $0.icon?.utf8.count },
        TextBound(CodingKeys.color, colorBytes) { $0.color?.utf8.count },
        TextBound(CodingKeys.tag, nameBytes) { $0.tag?.utf8.count },
        TextBound(CodingKeys.imageUrl, BaliseNotificationContent.addressBytes) { $0.imageUrl?.utf8.count },
    ]
}
