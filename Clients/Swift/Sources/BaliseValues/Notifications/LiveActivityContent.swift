public import BaliseJSON

/// The start, update or end of a Live Activity (ActivityKit).
public struct LiveActivityContent: JSONBounded, Hashable {
    /// The kind of change.
    public var event: LiveActivityEvent
    /// The name that the app and its publisher use for the activity (a match, an order); 1 to 128 characters. A `start`
    /// is sent to the start tokens of `attributesType`, any other event to the tokens of this activity.
    public var activity: String
    /// A JSON object that the app decodes as the activity's `ContentState`.
    public var state: JSONDetails
    /// The name of the app's `ActivityAttributes`. Required for `start`, and not allowed for other events.
    public var attributesType: String?
    /// A JSON object that the app decodes as its `ActivityAttributes`. Required for `start`, otherwise not allowed.
    public var attributes: JSONDetails?
    /// When the content becomes stale; nil if it never does.
    public var staleAt: UnixTime?
    /// When an ended activity leaves the lock screen; nil for the system's choice.
    public var dismissalAt: UnixTime?

    enum CodingKeys: Int, CodingKey {
        case event = 0, activity, state, attributesType, attributes, staleAt, dismissalAt
    }

    /// Creates a change; a nil member is left out.
    public init(
        event: LiveActivityEvent, activity: String, state: JSONDetails, attributesType: String? = nil,
        attributes: JSONDetails? = nil, staleAt: UnixTime? = nil, dismissalAt: UnixTime? = nil
    ) {
        (self.event, self.activity, self.state, self.attributesType) = (event, activity, state, attributesType)
        (self.attributes, self.staleAt, self.dismissalAt) = (attributes, staleAt, dismissalAt)
    }

    /// The allowed number of characters of an activity's name.
    public static let activityLengths = 1...128
    /// The allowed number of characters of a type's name.
    public static let attributesTypeLengths = 0...128

    public static let bounds: [TextBound<LiveActivityContent>] = [
        TextBound(CodingKeys.activity, activityLengths) { $0.activity },
        TextBound(CodingKeys.state, objectOf: NotificationContent.objectBytes) { $0.state.text },
        TextBound(CodingKeys.attributesType, attributesTypeLengths) { $0.attributesType },
        TextBound(CodingKeys.attributes, objectOf: NotificationContent.objectBytes) { $0.attributes?.text },
    ]
}
