/// The type of a push, in Apple's words. It determines what APNs does and what wakes in the app.
public struct NotificationPushKind: OpenWord {
    /// The word.
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// A visible notification.
    public static let alert = NotificationPushKind(rawValue: "alert")
    /// Wakes the app and shows nothing.
    public static let background = NotificationPushKind(rawValue: "background")
    /// Wakes a location push service extension.
    public static let location = NotificationPushKind(rawValue: "location")
    /// An incoming call.
    public static let voip = NotificationPushKind(rawValue: "voip")
    /// New data for a complication of watchOS.
    public static let complication = NotificationPushKind(rawValue: "complication")
    /// New files for a file provider extension.
    public static let fileprovider = NotificationPushKind(rawValue: "fileprovider")
    /// A managed device must contact its server.
    public static let mdm = NotificationPushKind(rawValue: "mdm")
    /// A Live Activity starts, changes or ends.
    public static let liveactivity = NotificationPushKind(rawValue: "liveactivity")
    /// The words that are known here.
    public static let allCases: [NotificationPushKind] = [
        .alert, .background, .location, .voip, .complication, .fileprovider, .mdm, .liveactivity,
    ]

    /// All types, for people.
    public static let list = "alert, background, location, voip, complication, fileprovider, mdm or liveactivity"
}
