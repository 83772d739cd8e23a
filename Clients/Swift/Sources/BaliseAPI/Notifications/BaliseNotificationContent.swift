// What a notification says, and how it is shown: a member of the bodies of POST notifications and notifications/preview.

public import BaliseJSON

/// What push devices are sent with a notification. In each language and for each provider it has at most 4,096 bytes as
/// it is sent, and 5,120 with `voip`.
public struct BaliseNotificationContent: JSONConvertible, Hashable {
    /// What APNs does with the push; nil for `alert`, which is shown.
    public var pushType: NotificationPushKind?
    /// What people read, one of each language; nil for a push that shows nothing.
    public var texts: [BaliseNotificationText]?
    /// The language of `texts` for everybody whose own has none; nil for the first of them.
    public var fallbackLanguage: String?
    /// A JSON object with texts or numbers: what stands in the place of `{name}` in the texts.
    public var arguments: JSONDetails?
    /// The https address of an image. iPhones need a notification service extension to show it.
    public var imageUrl: String?
    /// The sound: a file in the app, `default` or `none`; nil for `default` with an alert, and for none otherwise.
    public var sound: String?
    /// How loud the sound of a critical notification is, from 0 to 1.
    public var soundVolume: Double?
    /// The number on the app's icon; nil for `unread`.
    public var badge: BaliseBadge?
    /// The category, one of those that the app has registered; its actions are shown.
    public var category: String?
    /// Buttons for apps that make their categories from what they are sent; at most 10.
    public var actions: [BaliseNotificationAction]?
    /// Notifications with the same thread are shown together.
    public var thread: String?
    /// How much the notification may interrupt; nil for `active`.
    public var interruptionLevel: NotificationInterruption?
    /// Which of several notifications is shown first, from 0 to 1.
    public var relevance: Double?
    /// The address that a tap opens in the app.
    public var link: String?
    /// A JSON object for the app; its members stand beside `aps`, and as texts in FCM's `data`.
    public var data: JSONDetails?
    /// For how many seconds the notification is of use: 0 to try once, at most 2,592,000; nil for the most.
    public var timeToLive: Int?
    /// How soon the push device is woken; nil for `immediate`, and with `background` for `considerate`.
    public var priority: NotificationUrgency?
    /// A push device shows only the last of several notifications with the same collapse id; nil for the notification's id.
    public var collapseId: String?
    /// Whether the app is woken as well where something is shown.
    public var wakesApp: Bool?
    /// How Android shows the notification.
    public var android: BaliseAndroidContent?
    /// What becomes of a Live Activity; needed by the push type `liveactivity`, and by no other.
    public var liveActivity: BaliseLiveActivity?
    /// A JSON object that is added to the payload for APNs.
    public var apns: JSONDetails?
    /// A JSON object that is added to the message for FCM.
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

    /// The most of `texts`.
    public static let maximumTexts = 50
    /// The most of `actions`.
    public static let maximumActions = 10
    /// How many bytes an object has that is passed on.
    public static let objectBytes = 0...4096
    /// How many characters an address has.
    public static let addressLengths = 0...2048
    /// How many characters a name has, such as a category, a thread or a collapse id.
    public static let nameLengths = 0...64
    /// Which seconds `timeToLive` may say.
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
