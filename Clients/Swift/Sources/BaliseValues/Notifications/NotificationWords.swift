public import BaliseJSON

/// A word in the content of a notification. Clients only send it, so unlike an `OpenWord` it has no unknown values.
public protocol NotificationWord: RawRepresentable, CaseIterable, Codable, Hashable, JSONText, Sendable
where RawValue == String {
    /// The beginning of the error message for an unknown word.
    static var refusal: String { get }
}

extension NotificationWord {
    public init(from decoder: any Decoder) throws {
        guard let word = Self(rawValue: try decoder.singleValueContainer().decode(String.self)) else {
            let words = Self.allCases.map(\.rawValue)
            let list = words.dropLast().joined(separator: ", ") + " or " + words.suffix(1).joined()
            throw JSONShapeError(.refused("\(Self.refusal) \(list).", words: words))
        }
        self = word
    }
}

/// The type of a push, in Apple's words for `apns-push-type`. It determines what APNs does and what wakes in the app.
public enum NotificationPushType: String, NotificationWord {
    /// The beginning of the error message for an unknown word.
    public static let refusal = "pushType is not"

    /// Shows a visible notification.
    case alert
    /// Wakes the app and shows nothing.
    case background
    /// Wakes a location push service extension.
    case location
    /// Reports an incoming call, to a token of PushKit.
    case voip
    /// Brings new data for a complication of watchOS.
    case complication
    /// Reports new files to a file provider extension.
    case fileprovider
    /// Makes a managed device contact its server.
    case mdm
    /// Starts, changes or ends a Live Activity.
    case liveactivity
}

/// How much a notification may interrupt, in Apple's words.
public enum InterruptionLevel: String, NotificationWord {
    /// The beginning of the error message for an unknown word.
    public static let refusal = "interruptionLevel is not"

    /// The notification only appears in the list.
    case passive
    /// The notification is shown with its sound.
    case active
    /// The notification breaks through a focus. Only keys with the right `interrupt` may send it.
    case timeSensitive = "time-sensitive"
    /// The notification also breaks through silence. The key needs `interrupt`, and the app Apple's permission.
    case critical
}

/// How soon a push device is woken.
public enum NotificationPriority: String, NotificationWord {
    /// The beginning of the error message for an unknown word.
    public static let refusal = "priority is not"

    /// The device is woken at once.
    case immediate
    /// The device is woken when it suits the battery.
    case considerate
    /// The push waits until the device is awake anyway.
    case low
}

/// A change of a Live Activity, in Apple's words.
public enum LiveActivityEvent: String, NotificationWord {
    /// The beginning of the error message for an unknown word.
    public static let refusal = "The member event must be"

    /// The activity starts.
    case start
    /// The activity's content changes.
    case update
    /// The activity ends.
    case end
}
