public import BaliseJSON

/// A word in the content of a notification. Unlike an `OpenWord` it is only sent to a server, which refuses others.
public protocol NotificationWord: RawRepresentable, CaseIterable, Codable, Hashable, JSONText, Sendable
where RawValue == String {
    /// The beginning of the error for another word.
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
    /// The beginning of the error for another word.
    public static let refusal = "pushType is not"

    /// A visible notification.
    case alert
    /// Wakes the app and shows nothing.
    case background
    /// Wakes a location push service extension.
    case location
    /// An incoming call, to a token of PushKit.
    case voip
    /// New data for a complication of watchOS.
    case complication
    /// New files for a file provider extension.
    case fileprovider
    /// A managed device must contact its server.
    case mdm
    /// A Live Activity starts, changes or ends.
    case liveactivity
}

/// How much a notification may interrupt, in Apple's words.
public enum InterruptionLevel: String, NotificationWord {
    /// The beginning of the error for another word.
    public static let refusal = "interruptionLevel is not"

    /// It only appears in the list.
    case passive
    /// It is shown with its sound.
    case active
    /// It breaks through a focus; only for keys with that right.
    case timeSensitive = "time-sensitive"
    /// It also breaks through silence; only for keys with that right, and for apps that Apple allows it.
    case critical
}

/// How soon a push device is woken.
public enum NotificationPriority: String, NotificationWord {
    /// The beginning of the error for another word.
    public static let refusal = "priority is not"

    /// At once.
    case immediate
    /// When it suits the battery.
    case considerate
    /// When the device is awake anyway.
    case low
}

/// A change of a Live Activity, in Apple's words.
public enum LiveActivityEvent: String, NotificationWord {
    /// The beginning of the error for another word.
    public static let refusal = "The member event must be"

    /// It starts.
    case start
    /// Its content changes.
    case update
    /// It ends.
    case end
}
