// What is posted to a publisher's webhook.

public import BaliseJSON
public import Foundation

/// An event as it is posted to a publisher's webhook, by the Standard Webhooks specification: the headers `webhook-id`,
/// `webhook-timestamp` and `webhook-signature` are beside it.
public struct BaliseWebhookEvent: JSONConvertible, Hashable {
    /// A notification is done, with its counts as far as they are told.
    public static let sent = "notification.sent"
    /// People have opened or dismissed a notification, or chosen one of its actions; the counts of all that they have done until now.
    public static let opened = "notification.opened"
    /// Tokens were found gone by what the publisher sent.
    public static let tokenGone = "token.gone"

    /// What has happened.
    public var type: String
    /// When it was found.
    public var timestamp: Date
    /// Of what.
    public var data: Details

    /// Makes a body of these members.
    public init(type: String, timestamp: Date, data: Details) {
        self.type = type
        self.timestamp = timestamp
        self.data = data
    }

    /// Of what an event tells.
    public struct Details: JSONConvertible, Hashable {
        /// The notification.
        public var id: String?
        /// Its kind.
        public var kind: String?
        /// How far it has come.
        public var state: AnnouncementProgress?
        /// What became of its deliveries.
        public var counts: PushDeliveryCounts?
        /// In place of the counts.
        public var fewerThan: Int?
        /// Why it was cancelled when it was to begin.
        public var refusal: String?
        /// What people did with it.
        public var interactions: [BaliseInteractionCount]?
        /// How many tokens were found gone since that was told last.
        public var gone: Int?

        /// Makes a body of these members; nil leaves one out.
        public init(
            id: String? = nil, kind: String? = nil, state: AnnouncementProgress? = nil,
            counts: PushDeliveryCounts? = nil, fewerThan: Int? = nil, refusal: String? = nil,
            interactions: [BaliseInteractionCount]? = nil, gone: Int? = nil
        ) {
            self.id = id
            self.kind = kind
            self.state = state
            self.counts = counts
            self.fewerThan = fewerThan
            self.refusal = refusal
            self.interactions = interactions
            self.gone = gone
        }

        private enum CodingKeys: String, CodingKey {
            case id, kind, state
            case counts = "books"
            case fewerThan, refusal, interactions, gone
        }
    }
}
