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

    /// How many characters a name of the app has.
    public static let nameLengths = 0...128
    /// How many characters a colour has.
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
