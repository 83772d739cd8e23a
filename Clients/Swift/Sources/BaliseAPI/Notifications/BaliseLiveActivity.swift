// How a Live Activity starts, changes or ends: a member of the content of a notification.

public import BaliseJSON
public import Foundation

/// How a Live Activity starts, changes or ends.
public struct BaliseLiveActivity: JSONConvertible, Hashable {
    /// What becomes of it.
    public var event: LiveActivityChange
    /// What the app and its publisher call the activity; 1 to 128 characters.
    public var activity: String
    /// A JSON object that the app decodes as the activity's `ContentState`.
    public var state: JSONDetails
    /// The name of the app's `ActivityAttributes`; needed by `start`.
    public var attributesType: String?
    /// A JSON object that the app decodes as these attributes; needed by `start`.
    public var attributes: JSONDetails?
    /// When what it shows counts as old; nil for never.
    public var staleAt: Date?
    /// When it goes from the lock screen after its end; nil for when the system thinks fit.
    public var dismissalAt: Date?

    /// Makes a body of these members; nil leaves one out.
    public init(
        event: LiveActivityChange, activity: String, state: JSONDetails, attributesType: String? = nil,
        attributes: JSONDetails? = nil, staleAt: Date? = nil, dismissalAt: Date? = nil
    ) {
        self.event = event
        self.activity = activity
        self.state = state
        self.attributesType = attributesType
        self.attributes = attributes
        self.staleAt = staleAt
        self.dismissalAt = dismissalAt
    }

    /// How many characters the name of an activity has.
    public static let activityLengths = 1...128
    /// How many characters the name of a type has.
    public static let attributesTypeLengths = 0...128

    /// What is said to an unknown `event`.
    public static let unknownEvent = JSONShapeError(.isNot("start, update or end"), at: CodingKeys.event)

    private enum CodingKeys: CodingKey {
        case event, activity, state, attributesType, attributes, staleAt, dismissalAt
    }
}

extension BaliseLiveActivity: JSONBounded {
    public static let bounds: [TextBound<BaliseLiveActivity>] = [
        TextBound(CodingKeys.activity, activityLengths) { $0.activity },
        TextBound(CodingKeys.state, objectOf: BaliseNotificationContent.objectBytes) {
            $0.state.text
        },
        TextBound(CodingKeys.attributesType, attributesTypeLengths) { $0.attributesType },
        TextBound(CodingKeys.attributes, objectOf: BaliseNotificationContent.objectBytes) {
            $0.attributes?.text
        },
    ]
}
