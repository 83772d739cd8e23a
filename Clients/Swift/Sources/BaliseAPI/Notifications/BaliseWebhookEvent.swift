public import BaliseJSON
public import Foundation

/// The body of a POST to a publisher's webhook. The body and its headers follow the Standard Webhooks specification.
public struct BaliseWebhookEvent: JSONConvertible, Hashable {
    /// A notification is done. The event contains its counts, unless they are withheld.
    public static let sent = "notification.sent"
    /// Users have opened or dismissed a notification, or chosen one of its actions. The event has the totals so far.
    public static let opened = "notification.opened"
    /// While the server sent the publisher's notifications, it found push tokens that are no longer valid. The event
    /// contains their number.
    public static let tokenGone = "token.gone"
    /// An operator tries the webhook. The event has no details.
    public static let test = "webhook.test"

    /// The kind of event.
    public var type: String
    /// When the server noticed the event.
    public var timestamp: Date
    /// The details of the event.
    public var data: Details

    public init(type: String, timestamp: Date, data: Details) {
        (self.type, self.timestamp, self.data) = (type, timestamp, data)
    }

    /// The details of an event.
    public struct Details: JSONConvertible, Hashable {
        /// The id of the notification.
        public var id: String?
        /// The kind of the notification.
        public var kind: String?
        /// The progress of the notification, such as deciding or done.
        public var state: NotificationState?
        /// The delivery counts of the notification.
        public var counts: PushDeliveryCounts?
        /// Replaces hidden counts: fewer pushes than this number were sent.
        public var fewerThan: Int?
        /// Why the server cancelled the notification at its start.
        public var refusal: String?
        /// The users' interactions with the notification.
        public var interactions: [BaliseInteractionCount]?
        /// The number of tokens found to be invalid since the last such event.
        public var gone: Int?

        public init(
            id: String? = nil, kind: String? = nil, state: NotificationState? = nil,
            counts: PushDeliveryCounts? = nil, fewerThan: Int? = nil, refusal: String? = nil,
            interactions: [BaliseInteractionCount]? = nil, gone: Int? = nil
        ) {
            (self.id, self.kind) = (id, kind)
            (self.state, self.counts, self.fewerThan) = (state, counts, fewerThan)
            (self.refusal, self.interactions, self.gone) = (refusal, interactions, gone)
        }

        private enum CodingKeys: String, CodingKey {
            case id, kind, state
            case counts = "books"
            case fewerThan, refusal, interactions, gone
        }
    }
}
