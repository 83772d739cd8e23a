// What a Live Activity shows.

/// What becomes of a Live Activity; the raw value is Apple's word.
public enum LiveActivityEvent: String, Codable, Sendable, CaseIterable {
    case start
    case update
    case end
}

/// How a Live Activity starts, changes or ends (ActivityKit).
public struct LiveActivityContent: Codable, Hashable, Sendable {
    public var event: LiveActivityEvent
    /// What the app and its publisher call the activity: a match, an order. A `start` reaches the start tokens of
    /// `attributesType`, the others those that were registered for this activity. At most 128 bytes.
    public var activity: String
    /// A JSON object that the app decodes as the activity's `ContentState`.
    public var state: String
    /// The name of the app's `ActivityAttributes`; of a `start`.
    public var attributesType: String?
    /// A JSON object that the app decodes as these attributes; of a `start`.
    public var attributes: String?
    /// When what it shows counts as old; nil for never.
    public var staleAt: UnixTime?
    /// When it goes from the lock screen after its end; nil for when the system thinks fit.
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
