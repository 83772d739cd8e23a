/// The raw value is Apple's word.
public enum LiveActivityEvent: String, Codable, Sendable, CaseIterable {
    case start
    case update
    case end
}

/// The start, update or end of a Live Activity (ActivityKit).
public struct LiveActivityContent: Codable, Hashable, Sendable {
    public var event: LiveActivityEvent
    /// The name that the app and its publisher use for the activity: a match, an order. A `start` goes to the start
    /// tokens of `attributesType`, the other events to the tokens that were registered for this activity. At most 128
    /// bytes.
    public var activity: String
    /// A JSON object that the app decodes as the activity's `ContentState`.
    public var state: String
    /// The name of the app's `ActivityAttributes`; only for `start`.
    public var attributesType: String?
    /// A JSON object that the app decodes as these attributes; only for `start`.
    public var attributes: String?
    /// When the content becomes stale; nil for never.
    public var staleAt: UnixTime?
    /// When an ended activity leaves the lock screen; nil for the system's choice.
    public var dismissalAt: UnixTime?

    enum CodingKeys: Int, CodingKey {
        case event = 0, activity, state, attributesType, attributes, staleAt, dismissalAt
    }

    public init(
        event: LiveActivityEvent, activity: String, state: String, attributesType: String? = nil,
        attributes: String? = nil, staleAt: UnixTime? = nil, dismissalAt: UnixTime? = nil
    ) {
        self.event = event
        self.activity = activity
        self.state = state
        self.attributesType = attributesType
        self.attributes = attributes
        self.staleAt = staleAt
        self.dismissalAt = dismissalAt
    }
}
