// What a notification says, and how it is shown.

/// What a push device is sent with a notification: texts by language, how it is shown, and what the app is given beside.
///
/// What it is rendered to has at most 4,096 bytes in each language and for each provider, and 5,120 with `voip`.
public struct NotificationContent: Codable, Hashable, Sendable {
    /// What APNs does with it, and what wakes in the app.
    public var pushType: NotificationPushType
    /// What people read, one of each language; empty for a push that shows nothing.
    public var texts: [NotificationText]
    /// The language of `texts` that counts for everybody whose own has none; nil for the first of them.
    public var fallbackLanguage: String?
    /// What stands in the place of `{name}` in the texts.
    public var arguments: [NotificationArgument]
    /// An https address. iPhones need a notification service extension to show it.
    public var imageURL: String?
    /// Nil for none.
    public var sound: NotificationSound?
    public var badge: NotificationBadge
    /// Which of the app's categories it is of; its actions are those that the app has registered for it.
    public var category: String?
    /// Buttons for apps that make their categories from what they are sent.
    public var actions: [NotificationAction]
    /// Notifications with the same one are shown together; at most 64 bytes.
    public var thread: String?
    /// Nil for active.
    public var interruptionLevel: InterruptionLevel?
    /// From 0 to 1: which of several is shown first.
    public var relevance: Double?
    /// The address that a tap opens in the app.
    public var link: String?
    /// A JSON object for the app, as it came.
    public var data: String?
    /// For how many seconds after it was accepted it is of use; 0 to try once. Nil for 30 days.
    public var timeToLive: Int64?
    /// Nil for that of the push type: immediate, and considerate for `background`.
    public var priority: NotificationPriority?
    /// A push device shows only the last of several with the same one; at most 64 bytes. Nil for the notification's id.
    public var collapseID: String?
    /// Whether the app is woken as well where something is shown.
    public var wakesApp: Bool
    public var android: AndroidContent?
    /// With `liveactivity`.
    public var liveActivity: LiveActivityContent?
    /// A JSON object whose members are added to the payload for APNs; those of its `aps` to what is made here.
    public var apns: String?
    /// A JSON object whose members are added to the message for FCM.
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
