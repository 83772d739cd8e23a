// What APNs does with a push.

/// What APNs does with a push, and what wakes in the app, in Apple's words.
public struct NotificationPushKind: OpenWord {
    /// The word.
    public let rawValue: String

    /// A word, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Something is shown.
    public static let alert = NotificationPushKind(rawValue: "alert")
    /// The app is woken, and nothing is shown.
    public static let background = NotificationPushKind(rawValue: "background")
    /// A location push service extension is woken.
    public static let location = NotificationPushKind(rawValue: "location")
    /// An incoming call.
    public static let voip = NotificationPushKind(rawValue: "voip")
    /// A complication of watchOS has new data.
    public static let complication = NotificationPushKind(rawValue: "complication")
    /// A file provider extension has new files.
    public static let fileprovider = NotificationPushKind(rawValue: "fileprovider")
    /// A managed device is to ask its server.
    public static let mdm = NotificationPushKind(rawValue: "mdm")
    /// A Live Activity starts, changes or ends.
    public static let liveactivity = NotificationPushKind(rawValue: "liveactivity")
    /// The words that are known here.
    public static let allCases: [NotificationPushKind] = [
        .alert, .background, .location, .voip, .complication, .fileprovider, .mdm, .liveactivity,
    ]

    /// All that there are, for people.
    public static let list = "alert, background, location, voip, complication, fileprovider, mdm or liveactivity"
}
