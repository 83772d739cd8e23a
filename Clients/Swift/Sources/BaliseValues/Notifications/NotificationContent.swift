public import BaliseJSON

/// The content of a notification: texts by language, presentation, and data for the app. In each language and for each
/// provider, the rendered push may have 4,096 bytes, and 5,120 with `voip`.
public struct NotificationContent: Hashable {
    /// The type of the push at APNs.
    public var pushType: NotificationPushType
    /// The visible texts, one for each language; empty for a push that shows nothing.
    public var texts: [NotificationText]
    /// The language of the texts for users whose own language is missing; nil for the first text's language.
    public var fallbackLanguage: String?
    /// The values that replace `{name}` in the texts. In JSON they are an object whose members are strings or numbers.
    public var arguments: [NotificationArgument]
    /// The https address of an image. iPhones need a notification service extension to show it.
    public var imageURL: String?
    /// The sound; nil to play no sound.
    public var sound: NotificationSound?
    /// The number on the app's icon.
    public var badge: NotificationBadge
    /// A category that the app has registered. The notification shows its buttons.
    public var category: String?
    /// Buttons for apps that create categories from pushes; at most 10.
    public var actions: [NotificationAction]
    /// The system groups notifications with the same thread; at most 64 bytes.
    public var thread: String?
    /// How much the notification may interrupt; nil for `active`.
    public var interruptionLevel: InterruptionLevel?
    /// The order among several notifications of the app, from 0 to 1. The system shows the highest first.
    public var relevance: Double?
    /// The address that a tap opens in the app; nil if the notification has no link.
    public var link: String?
    /// A JSON object for the app. Its members are placed beside `aps`, and as strings in FCM's `data`.
    public var data: JSONDetails?
    /// How long delivery is useful, in seconds, from 0 (a single try) to 2,592,000; nil for the longest time.
    public var timeToLive: Int64?
    /// How soon the device is woken; nil for `immediate`, or `considerate` with `background`.
    public var priority: NotificationPriority?
    /// A device shows only the last notification with the same collapse id, at most 64 bytes; nil for the
    /// notification's id.
    public var collapseID: String?
    /// Whether a visible notification also wakes the app.
    public var wakesApp: Bool
    /// The part for Android only; nil to use the common members.
    public var android: AndroidContent?
    /// The change of a Live Activity. Required for the push type `liveactivity`, and not allowed for other push types.
    public var liveActivity: LiveActivityContent?
    /// A JSON object that is merged into the APNs payload. Its `aps` is merged into the generated `aps`.
    public var apns: JSONDetails?
    /// A JSON object that is merged into the FCM message.
    public var fcm: JSONDetails?

    /// Creates a content. If `sound` is left out, an alert plays the device's sound, and other types play no sound.
    public init(
        pushType: NotificationPushType = .alert, texts: [NotificationText] = [], fallbackLanguage: String? = nil,
        arguments: [NotificationArgument] = [], imageURL: String? = nil, sound: NotificationSound? = .usual,
        badge: NotificationBadge = .unread, category: String? = nil, actions: [NotificationAction] = [],
        thread: String? = nil, interruptionLevel: InterruptionLevel? = nil, relevance: Double? = nil,
        link: String? = nil, data: JSONDetails? = nil, timeToLive: Int64? = nil, priority: NotificationPriority? = nil,
        collapseID: String? = nil, wakesApp: Bool = false, android: AndroidContent? = nil,
        liveActivity: LiveActivityContent? = nil, apns: JSONDetails? = nil, fcm: JSONDetails? = nil
    ) {
        (self.pushType, self.texts, self.fallbackLanguage) = (pushType, texts, fallbackLanguage)
        (self.arguments, self.imageURL) = (arguments, imageURL)
        self.sound = sound == .usual ? (pushType == .alert ? NotificationSound() : nil) : sound
        (self.badge, self.category, self.actions, self.thread) = (badge, category, actions, thread)
        (self.interruptionLevel, self.relevance) = (interruptionLevel, relevance)
        (self.link, self.data, self.timeToLive) = (link, data, timeToLive)
        (self.priority, self.collapseID, self.wakesApp) = (priority, collapseID, wakesApp)
        (self.android, self.liveActivity, self.apns, self.fcm) = (android, liveActivity, apns, fcm)
    }

    /// The largest number of `texts`.
    public static let maximumTexts = 50
    /// The largest number of `actions`.
    public static let maximumActions = 10
    /// The allowed size of each JSON object.
    public static let objectBytes = 0...4096
    /// The allowed number of characters of an address.
    public static let addressLengths = 0...2048
    /// The allowed number of characters of a name, such as a category, a thread or a collapse id.
    public static let nameLengths = 0...64
    /// The allowed seconds of `timeToLive`.
    public static let timesToLive = 0...2_592_000
}

extension NotificationContent: JSONConvertible {
    enum CodingKeys: Int, CodingKey {
        case pushType = 0, texts, fallbackLanguage, arguments, imageUrl, sound, badge, category, actions, thread,
            interruptionLevel, relevance, link, data, timeToLive, priority, collapseId, wakesApp, android, liveActivity,
            apns, fcm
        /// The volume. In JSON, `sound` is only the sound's name, so the volume is a member of its own.
        case soundVolume
    }

    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        func member<Value: Decodable>(_ key: CodingKeys) throws -> Value? {
            try members.decodeIfPresent(Value.self, forKey: key)
        }
        self.init(
            pushType: try member(.pushType) ?? .alert, texts: try member(.texts) ?? [],
            fallbackLanguage: try member(.fallbackLanguage))
        if decoder.readsJSON {
            arguments = try member(.arguments).map { (object: JSONArguments) in object.arguments } ?? []
            imageURL = try member(.imageUrl)
            let (name, volume): (String?, Double?) = (try member(.sound), try member(.soundVolume))
            sound = (name ?? sound?.name).flatMap { $0 == "none" ? nil : NotificationSound(name: $0, volume: volume) }
        } else {
            (arguments, imageURL, sound) = (try member(.arguments) ?? [], try member(.imageUrl), try member(.sound))
        }
        badge = try member(.badge) ?? .unread
        category = try member(.category)
        actions = try member(.actions) ?? []
        thread = try member(.thread)
        interruptionLevel = try member(.interruptionLevel)
        relevance = try member(.relevance)
        link = try member(.link)
        data = try member(.data)
        timeToLive = try member(.timeToLive)
        priority = try member(.priority)
        collapseID = try member(.collapseId)
        wakesApp = try member(.wakesApp) ?? false
        android = try member(.android)
        liveActivity = try member(.liveActivity)
        apns = try member(.apns)
        fcm = try member(.fcm)
    }

    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encode(pushType, forKey: .pushType)
        try members.encode(texts, forKey: .texts)
        try members.encodeIfPresent(fallbackLanguage, forKey: .fallbackLanguage)
        if encoder.writesJSON {
            if !arguments.isEmpty { try members.encode(JSONArguments(arguments), forKey: .arguments) }
            try members.encodeIfPresent(sound?.name ?? (pushType == .alert ? "none" : nil), forKey: .sound)
            try members.encodeIfPresent(sound?.volume, forKey: .soundVolume)
        } else {
            try members.encode(arguments, forKey: .arguments)
            try members.encodeIfPresent(sound, forKey: .sound)
        }
        try members.encodeIfPresent(imageURL, forKey: .imageUrl)
        try members.encode(badge, forKey: .badge)
        try members.encodeIfPresent(category, forKey: .category)
        try members.encode(actions, forKey: .actions)
        try members.encodeIfPresent(thread, forKey: .thread)
        try members.encodeIfPresent(interruptionLevel, forKey: .interruptionLevel)
        try members.encodeIfPresent(relevance, forKey: .relevance)
        try members.encodeIfPresent(link, forKey: .link)
        try members.encodeIfPresent(data, forKey: .data)
        try members.encodeIfPresent(timeToLive, forKey: .timeToLive)
        try members.encodeIfPresent(priority, forKey: .priority)
        try members.encodeIfPresent(collapseID, forKey: .collapseId)
        try members.encode(wakesApp, forKey: .wakesApp)
        try members.encodeIfPresent(android, forKey: .android)
        try members.encodeIfPresent(liveActivity, forKey: .liveActivity)
        try members.encodeIfPresent(apns, forKey: .apns)
        try members.encodeIfPresent(fcm, forKey: .fcm)
    }
}

extension NotificationContent: JSONBounded {
    public static let bounds: [TextBound<NotificationContent>] = [
        TextBound(CodingKeys.fallbackLanguage, NotificationText.languageLengths) { $0.fallbackLanguage },
        TextBound(CodingKeys.imageUrl, addressLengths) { $0.imageURL },
        TextBound(CodingKeys.sound, nameLengths) { $0.sound?.name },
        TextBound(CodingKeys.category, nameLengths) { $0.category },
        TextBound(CodingKeys.thread, nameLengths) { $0.thread },
        TextBound(CodingKeys.link, addressLengths) { $0.link },
        TextBound(CodingKeys.data, objectOf: objectBytes) { $0.data?.text },
        TextBound(CodingKeys.collapseId, nameLengths) { $0.collapseID },
        TextBound(CodingKeys.apns, objectOf: objectBytes) { $0.apns?.text },
        TextBound(CodingKeys.fcm, objectOf: objectBytes) { $0.fcm?.text },
    ]
}

/// The arguments as a JSON object, whose members are strings and numbers.
private struct JSONArguments: Codable {
    let arguments: [NotificationArgument]

    init(_ arguments: [NotificationArgument]) { self.arguments = arguments }

    init(from decoder: any Decoder) throws {
        let json = try decoder.jsonValue()
        guard let members = json.members else { throw JSONShapeError(.isNot("a JSON object")) }
        let most = NotificationContent.objectBytes.upperBound
        guard json.literalLength <= most else { throw JSONShapeError(.isNot("a JSON object of at most \(most) bytes")) }
        arguments = try members.map { name, value in
            guard let text = value.string ?? (value.kind == .number ? value.literal : nil) else {
                throw JSONShapeError(
                    .refused("arguments.\(name) is not a text or a number."), at: ArgumentName(stringValue: name))
            }
            return NotificationArgument(name: name, value: text)
        }
    }

    func encode(to encoder: any Encoder) throws {
        var object = JSONObject()
        for argument in arguments { object.set(argument.name, argument.value) }
        try encoder.encode(json: JSONDetails(object).text)
    }

    private struct ArgumentName: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}
