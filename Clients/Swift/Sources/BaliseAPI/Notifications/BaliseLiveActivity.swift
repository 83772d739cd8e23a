public import BaliseJSON
public import Foundation

/// The start, update or end of a Live Activity.
public struct BaliseLiveActivity: JSONConvertible, Hashable {
    /// The kind of change.
    public var event: LiveActivityChange
    /// The name that the app and its publisher use for the activity; 1 to 128 characters.
    public var activity: String
    /// A JSON object that the app decodes as the activity's `ContentState`.
    public var state: JSONDetails
    /// The name of the app's `ActivityAttributes`; required for `start`.
    public var attributesType: String?
    /// A JSON object that the app decodes as these attributes; required for `start`.
    public var attributes: JSONDetails?
    /// When the content becomes stale; nil for never.
    public var staleAt: Date?
    /// When an ended activity leaves the lock screen; nil for the system's choice.
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

    /// The allowed number of characters of an activity's name.
    public static let activityLengths = 1...128
    /// The allowed number of characters of a type's name.
    public static let attributesTypeLengths = 0...128

    /// The error for an unknown `event`.
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
