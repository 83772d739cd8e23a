public import BaliseJSON

/// The content of a notification, and its presentation. In each language and for each provider the encoded push has at
/// most 4,096 bytes, with `voip` 5,120.
public struct BaliseNotificationContent: JSONConvertible, Hashable {
    /// The APNs push type; nil for `alert`, a visible notification.
    public var pushType: NotificationPushKind?
    /// The visible texts, one for each language; nil for a push that shows nothing.
    public var texts: [BaliseNotificationText]?
    /// The language of `texts` for users whose own is missing; nil for the first one.
    public var fallbackLanguage: String?
    /// A JSON object of strings or numbers that replace `{name}` in the texts.
    public var arguments: JSONDetails?
    /// The https address of an image. iPhones need a notification service extension to show it.
    public var imageUrl: String?
    /// The sound: a file in the app, `default` or `none`; nil is `default` for an alert, otherwise `none`.
    public var sound: String?
    /// The volume of a critical notification's sound, from 0 to 1.
    public var soundVolume: Double?
    /// The number on the app's icon; nil for `unread`.
    public var badge: BaliseBadge?
    /// A category that the app has registered; its actions are shown.
    public var category: String?
    /// Buttons for apps that create categories from pushes; at most 10.
    public var actions: [BaliseNotificationAction]?
    /// The system groups notifications with the same thread.
    public var thread: String?
    /// How much the notification may interrupt; nil for `active`.
    public var interruptionLevel: NotificationInterruption?
    /// The order among several notifications, from 0 to 1; the highest comes first.
    public var relevance: Double?
    /// The address that a tap opens in the app.
    public var link: String?
    /// A JSON object for the app. Its members are placed beside `aps`, and as strings in FCM's `data`.
    public var data: JSONDetails?
    /// How long delivery is useful, in seconds: 0 for a single try, at most 2,592,000; nil for the most.
    public var timeToLive: Int?
    /// How soon the device is woken; nil for `immediate`, or `considerate` with `background`.
    public var priority: NotificationUrgency?
    /// A device shows only the last notification with the same collapse id; nil for the notification's id.
    public var collapseId: String?
    /// Whether a visible notification also wakes the app.
    public var wakesApp: Bool?
    /// The Android-specific part.
    public var android: BaliseAndroidContent?
    /// The change of a Live Activity. Required for the push type `liveactivity`, and not allowed for any other.
    public var liveActivity: BaliseLiveActivity?
    /// A JSON object that is merged into the APNs payload.
    public var apns: JSONDetails?
    /// A JSON object that is merged into the FCM message.
    public var fcm: JSONDetails?

    /// Makes a body of these members; nil leaves one out.
    public init(
        pushType: NotificationPushKind? = nil, texts: [BaliseNotificationText]? = nil, fallbackLanguage: String? = nil,
        arguments: JSONDetails? = nil, imageUrl: String? = nil, sound: String? = nil, soundVolume: Double? = nil,
        badge: BaliseBadge? = nil, category: String? = nil, actions: [BaliseNotificationAction]? = nil,
        thread: String? = nil, interruptionLevel: NotificationInterruption? = nil, relevance: Double? = nil,
        link: String? = nil, data: JSONDetails? = nil, timeToLive: Int? = nil, priority: NotificationUrgency? = nil,
        collapseId: String? = nil, wakesApp: Bool? = nil, android: BaliseAndroidContent? = nil,
        liveActivity: BaliseLiveActivity? = nil, apns: JSONDetails? = nil, fcm: JSONDetails? = nil
    ) {
        self.pushType = pushType
        self.texts = texts
        self.fallbackLanguage = fallbackLanguage
        self.arguments = arguments
        self.imageUrl = imageUrl
        self.sound = sound
        self.soundVolume = soundVolume
        self.badge = badge
        self.category = category
        self.actions = actions
        self.thread = thread
        self.interruptionLevel = interruptionLevel
        self.relevance = relevance
        self.link = link
        self.data = data
        self.timeToLive = timeToLive
        self.priority = priority
        self.collapseId = collapseId
        self.wakesApp = wakesApp
        self.android = android
        self.liveActivity = liveActivity
        self.apns = apns
        self.fcm = fcm
    }

    /// The most elements of `texts`.
    public static let maximumTexts = 50
    /// The most elements of `actions`.
    public static let maximumActions = 10
    /// The allowed size of each JSON object.
    public static let objectBytes = 0...4096
    /// The allowed number of characters of an address.
    public static let addressLengths = 0...2048
    /// The allowed number of characters of a name, such as a category, a thread or a collapse id.
    public static let nameLengths = 0...64
    /// The allowed seconds of `timeToLive`.
    public static let timesToLive = 0...2_592_000

    private enum CodingKeys: CodingKey {
        case pushType, texts, fallbackLanguage, arguments, imageUrl, sound, soundVolume, badge, category, actions,
            thread, interruptionLevel, relevance, link, data, timeToLive, priority, collapseId, wakesApp, android,
            liveActivity, apns, fcm
    }
}

extension BaliseNotificationContent: JSONBounded {
    public static let bounds: [TextBound<BaliseNotificationContent>] = [
        TextBound(CodingKeys.fallbackLanguage, BaliseNotificationText.languageLengths) {
            $0.fallbackLanguage
        },
        TextBound(CodingKeys.arguments, objectOf: objectBytes) { $0.arguments?.text },
        TextBound(CodingKeys.imageUrl, addressLengths) { $0.imageUrl },
        TextBound(CodingKeys.sound, nameLengths) { $0.sound },
        TextBound(CodingKeys.category, nameLengths) { $0.category },
        TextBound(CodingKeys.thread, nameLengths) { $0.thread },
        TextBound(CodingKeys.link, addressLengths) { $0.link },
        TextBound(CodingKeys.data, objectOf: objectBytes) { $0.data?.text },
        TextBound(CodingKeys.collapseId, nameLengths) { $0.collapseId },
        TextBound(CodingKeys.apns, objectOf: objectBytes) { $0.apns?.text },
        TextBound(CodingKeys.fcm, objectOf: objectBytes) { $0.fcm?.text },
    ]
}
