public import BaliseJSON

/// A string with a set of known values.
///
/// A newer server may send a value that this version does not know. The type keeps it, so an old app can still read the
/// rest. Every `switch` needs a default. `allCases` are the values that this version and the API's document know.
public protocol OpenWord: RawRepresentable, CaseIterable, Hashable, JSONReadable, JSONText, CustomStringConvertible
where RawValue == String, AllCases == [Self] {
    /// Creates a value, also from a word that this version does not know.
    init(rawValue: String)

    /// The word in JSON.
    var word: String { get }
}

extension OpenWord {
    public init(_ json: JSONValue) throws(JSONShapeError) { self.init(rawValue: try String(json)) }

    /// The word in JSON: the raw value, unless a type says otherwise.
    public var word: String { rawValue }

    /// Whether this version knows the word.
    public var isKnown: Bool { Self.allCases.contains(self) }

    public var description: String { rawValue }
}

/// The progress of a notification, from its schedule to its last delivery.
public struct NotificationState: OpenWord {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The notification waits for its time.
    public static let scheduled = NotificationState(rawValue: "scheduled")
    /// The server determines the notification's audience.
    public static let deciding = NotificationState(rawValue: "deciding")
    /// The server delivers the notification.
    public static let delivering = NotificationState(rawValue: "delivering")
    /// Every delivery of the notification has ended.
    public static let done = NotificationState(rawValue: "done")
    /// The notification was cancelled.
    public static let cancelled = NotificationState(rawValue: "cancelled")
    public static let allCases: [NotificationState] = [.scheduled, .deciding, .delivering, .done, .cancelled]
}

/// The service that delivers a push to the device.
public struct PushProvider: OpenWord {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Apple's APNs.
    public static let apns = PushProvider(rawValue: "apns")
    /// Google's Firebase Cloud Messaging.
    public static let fcm = PushProvider(rawValue: "fcm")
    public static let allCases: [PushProvider] = [.apns, .fcm]
}

/// The reason why a user was or was not notified.
public struct RecipientReason: OpenWord {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The user was notified.
    public static let told = RecipientReason(rawValue: "told")
    /// The user has switched off notifications of this kind.
    public static let switchedOff = RecipientReason(rawValue: "switched-off")
    /// The user has not chosen this category.
    public static let categoryNotPreferred = RecipientReason(rawValue: "category-not-preferred")
    /// The user's last position is outside the radius of the user's preferences.
    public static let tooFar = RecipientReason(rawValue: "too-far")
    /// The distance is close to the user's radius. A more precise reason would reveal the user's position.
    public static let nearRadius = RecipientReason(rawValue: "near-radius")
    /// No position of the user is known.
    public static let noPosition = RecipientReason(rawValue: "no-position")
    /// The user's last position is too old.
    public static let positionTooOld = RecipientReason(rawValue: "position-too-old")
    /// The user has no registered push device.
    public static let noPushToken = RecipientReason(rawValue: "no-push-token")
    /// The account is disabled or erased.
    public static let accountClosed = RecipientReason(rawValue: "account-closed")
    /// The account does not exist.
    public static let unknownAccount = RecipientReason(rawValue: "unknown-account")
    /// The notification was cancelled before it reached one of the user's devices.
    public static let cancelled = RecipientReason(rawValue: "cancelled")
    /// The user does not match the audience.
    public static let notInAudience = RecipientReason(rawValue: "not-in-audience")
    /// The audience is not determined yet.
    public static let undecided = RecipientReason(rawValue: "undecided")
    public static let allCases: [RecipientReason] = [
        .told, .switchedOff, .categoryNotPreferred, .tooFar, .nearRadius, .noPosition, .positionTooOld, .noPushToken,
        .accountClosed, .unknownAccount, .cancelled, .notInAudience, .undecided,
    ]
}

/// Whether a session's access token is refreshed or valid for the whole session.
public struct SessionKind: OpenWord {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A session with short-lived access tokens. A refresh token, new at each use, gets the next.
    public static let rotating = SessionKind(rawValue: "rotating")
    /// A session with one token for its whole life, for apps that never refresh.
    public static let opaque = SessionKind(rawValue: "opaque")
    /// The kinds that an app can ask for.
    public static let allCases: [SessionKind] = [.rotating, .opaque]

    /// Reads a word. Unlike other open words, an unknown word is an error.
    public init(from decoder: any Decoder) throws {
        self.init(rawValue: try decoder.singleValueContainer().decode(String.self))
        if decoder.isLenientJSON, !isKnown { throw JSONShapeError(.isNot("rotating or opaque")) }
    }
}

/// The kind of an introspected token.
public struct IntrospectedTokenKind: OpenWord {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// An access token.
    public static let access = IntrospectedTokenKind(rawValue: "access")
    /// A refresh token.
    public static let refresh = IntrospectedTokenKind(rawValue: "refresh")
    /// A short-lived token from a token exchange (RFC 8693).
    public static let exchanged = IntrospectedTokenKind(rawValue: "exchanged")
    /// A token of an identity provider.
    public static let identity = IntrospectedTokenKind(rawValue: "identity")
    /// A token of the Appwrite account API, valid only there.
    public static let appwrite = IntrospectedTokenKind(rawValue: "appwrite")
    public static let allCases: [IntrospectedTokenKind] = [.access, .refresh, .exchanged, .identity, .appwrite]
}

/// How a forwarder writes the places that it sends.
public struct ForwarderForm: OpenWord {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// As the app OwnTracks does, for Home Assistant, dawarich and others.
    public static let ownTracks = ForwarderForm(rawValue: "owntracks")
    /// A signed webhook (https://www.standardwebhooks.com).
    public static let webhook = ForwarderForm(rawValue: "webhook")
    public static let allCases: [ForwarderForm] = [.ownTracks, .webhook]

    /// A server refuses an unknown word.
    public init(from decoder: any Decoder) throws {
        self.init(rawValue: try decoder.singleValueContainer().decode(String.self))
        if decoder.isLenientJSON, !isKnown { throw JSONShapeError(.isNot("owntracks or webhook")) }
    }
}

/// The unit of a speed.
public struct SpeedUnit: OpenWord {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Metres per second.
    public static let metresPerSecond = SpeedUnit(rawValue: "m/s")
    /// Kilometres per hour.
    public static let kilometresPerHour = SpeedUnit(rawValue: "km/h")
    /// Knots: nautical miles of 1,852 metres per hour.
    public static let knots = SpeedUnit(rawValue: "knots")
    public static let allCases: [SpeedUnit] = [.metresPerSecond, .kilometresPerHour, .knots]

    /// Reads a word. Unlike other open words, an unknown word is an error.
    public init(from decoder: any Decoder) throws {
        self.init(rawValue: try decoder.singleValueContainer().decode(String.self))
        if decoder.isLenientJSON, !isKnown { throw JSONShapeError(.isNot("m/s, km/h or knots")) }
    }
}
