/// The content of a notification: texts by language, presentation, and data for the app.
///
/// The rendered push has at most 4,096 bytes in each language and for each provider, and 5,120 with `voip`.
public struct NotificationContent: Codable, Hashable, Sendable {
    public var pushType: NotificationPushType
    /// One for each language; empty for a push that shows nothing.
    public var texts: [NotificationText]
    /// The language of `texts` for users whose own is missing; nil for the first one.
    public var fallbackLanguage: String?
    /// Replace `{name}` in the texts.
    public var arguments: [NotificationArgument]
    /// An https address. iPhones need a notification service extension to show it.
    public var imageURL: String?
    /// Nil for none.
    public var sound: NotificationSound?
    public var badge: NotificationBadge
    /// One of the categories that the app has registered, with its actions.
    public var category: String?
    /// Buttons for apps that create categories from pushes.
    public var actions: [NotificationAction]
    /// Notifications with the same value are grouped; at most 64 bytes.
    public var thread: String?
    /// Nil for active.
    public var interruptionLevel: InterruptionLevel?
    /// From 0 to 1: the order among several.
    public var relevance: Double?
    /// The address that a tap opens in the app.
    public var link: String?
    /// A JSON object for the app, passed on unchanged.
    public var data: String?
    /// How long delivery is useful, in seconds; 0 for a single try. Nil for 30 days.
    public var timeToLive: Int64?
    /// Nil for the push type's default: considerate for `background`, immediate for others.
    public var priority: NotificationPriority?
    /// A device shows only the last notification with the same value; at most 64 bytes. Nil for the notification's id.
    public var collapseID: String?
    /// Whether a visible notification also wakes the app.
    public var wakesApp: Bool
    public var android: AndroidContent?
    /// Only with `liveactivity`.
    public var liveActivity: LiveActivityContent?
    /// A JSON object that is merged into the APNs payload, its `aps` into the generated one.
    public var apns: String?
    /// A JSON object that is merged into the FCM message.
    public var fcm: String?

    enum CodingKeys: Int, CodingKey {
        case pushType = 0, texts, fallbackLanguage, arguments, imageURL, sound, badge, category, actions, thread,
            interruptionLevel, relevance, link, data, timeToLive, priority, collapseID, wakesApp, android, liveActivity,
            apns, fcm
    }

    public init(
        pushType: NotificationPushType = .alert, texts: [NotificationText] = [], fallbackLanguage: String? = nil,
        arguments: [NotificationArgument] = [], imageURL: String? = nil, sound: NotificationSound? = nil,
        badge: NotificationBadge = .unread, category: String? = nil, actions: [NotificationAction] = [],
        thread: String? = nil, interruptionLevel: InterruptionLevel? = nil, relevance: Double? = nil,
        link: String? = nil, data: String? = nil, timeToLive: Int64? = nil, priority: NotificationPriority? = nil,
        collapseID: String? = nil, wakesApp: Bool = false, android: AndroidContent? = nil,
        liveActivity: LiveActivityContent? = nil, apns: String? = nil, fcm: String? = nil
    ) {
        self.pushType = pushType
        self.texts = texts
        self.fallbackLanguage = fallbackLanguage
        self.arguments = arguments
        self.imageURL = imageURL
        self.sound = sound
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
        self.collapseID = collapseID
        self.wakesApp = wakesApp
        self.android = android
        self.liveActivity = liveActivity
        self.apns = apns
        self.fcm = fcm
    }
}
