import Foundation
import Models

struct QueuePlace: Hashable, Comparable, Sendable {
    var nextAt: UnixTime
    var number: Int64

    static func < (one: QueuePlace, other: QueuePlace) -> Bool {
        (one.nextAt, one.number) < (other.nextAt, other.number)
    }
}

struct DueDelivery: Sendable {
    var place: QueuePlace
    var channel: DeliveryChannel
    /// The same for each attempt.
    var id: UUID
    var state: DeliveryState
    /// The number of attempts. Provider outages are counted separately.
    var attempts: Int
    var outages = 0
    var notification: DueNotification
    var recipient: DueRecipient
    /// Nil if the token was deleted.
    var token: DueToken?
    /// Whether the delivery's own row says that it may have left. The channel's read position does not apply then.
    var isNotedAlone = false
    /// Whether the push may have arrived although its provider has not confirmed it.
    var isUnconfirmed = false
    /// Its role in a digest; nil if it belongs to none.
    var gathering: Gathering?
    /// The deliveries to the same push device that a digest contains.
    var gathered: [DueDelivery] = []
    /// The revision at which this data was read.
    var revision: InFlight.Revision = 0
}

/// A class, because all deliveries of a batch share it.
final class DueNotification: Sendable {
    let number: Int64
    let id: NotificationID
    let kind: String
    /// What an announcement is about; nil for any other notification.
    let announcement: Announcement?
    /// Nil for a digest: its content depends on the deliveries that are left.
    let content: NotificationContent?
    let audience: DueAudience
    let beginsAt: UnixTime
    let endsAt: UnixTime
    let isCancelled: Bool
    /// Whether the recipient's preferences are ignored: for a test that the user asked for, or a notice of a sign-in.
    let isTest: Bool
    /// The session that a sign-in notice is about; nil for other notifications.
    let signIn: SessionID?
    let quietPassage: QuietPassage

    init(
        number: Int64, id: NotificationID, kind: String, announcement: Announcement? = nil,
        content: NotificationContent?, audience: DueAudience, beginsAt: UnixTime? = nil, endsAt: UnixTime,
        isCancelled: Bool = false, isTest: Bool = false, signIn: SessionID? = nil
    ) {
        self.number = number
        self.id = id
        self.kind = kind
        self.announcement = announcement
        self.content = content
        self.audience = audience
        self.beginsAt = beginsAt ?? endsAt
        self.endsAt = endsAt
        self.isCancelled = isCancelled
        self.isTest = isTest
        self.signIn = signIn
        quietPassage = content?.quietPassage ?? .afterwards
    }
}

/// The part of an audience that is checked again before sending.
struct DueAudience: Sendable {
    /// Nil if no condition is checked again.
    var expression: AudienceExpression?
    /// Whether the audience depends on the recipient's position.
    var isPlaced: Bool
}

extension DueNotification {
    /// Whether a digest may replace it. It must show something and must not break through a Focus.
    var isDigestible: Bool {
        guard !isTest, let content else { return false }
        if announcement != nil { return true }
        return content.pushType == .alert && !content.texts.isEmpty && quietPassage == .afterwards
    }
}

struct DueRecipient: Sendable {
    var number: Int64
    var isClosed: Bool
    /// Whether the recipient's last position is still stored.
    var hasPosition = true
    var preferences: NotificationPreferences?
    var badge: Int
    /// Nil if nothing needs it.
    var account: AccountID?
}

struct DueToken: Sendable {
    var number: Int64
    var owner: Int64
    var session = ""
    var provider: PushProvider
    var token: SecretText
    var environment: PushEnvironment
    var isEnvironmentAssumed: Bool
    var purpose: PushPurpose
    var topic: String?
    var isMuted: Bool
    /// The user's languages, the app's language first, in the form that `LanguageTag.list` reads.
    var languages: String?
    var facts = DeviceFacts(platform: "ios")
}

struct DeliveryUpdate: Hashable, Sendable {
    var delivery: Int64
    var state: DeliveryState
    var reason: String?
    var attempts: Int
    var outages = 0
    /// Whether the push may have arrived without an answer.
    var isUnconfirmed = false
    /// Whether it failed because its attempts ran out, not because the provider refused it.
    var isGivenUp = false
    /// The time of the next attempt; nil if the delivery has ended.
    var nextAt: UnixTime?
    var token: TokenChange?
    /// The time of the next attempt if its token, reported as gone, was registered again or replaced.
    var ifTokenStays: UnixTime?

    /// Whether it waits for the end of quiet hours and then joins a digest.
    var isHeld = false
    /// Whether it waits for the end of quiet hours that block interruptions.
    var isInterruption = false
    /// The numbers of the deliveries that an attempted digest contains.
    var gathered: [Int64] = []

    /// Whether its first attempt was accepted and nothing else must be recorded.
    var isSentAtFirst: Bool {
        state == .sent && attempts == 1 && reason == nil && outages == 0 && !isUnconfirmed && token == nil
            && gathered.isEmpty
    }

    enum TokenChange: Hashable, Sendable {
        /// The token is dead. It is deleted unless it was registered at this time or later; nil deletes it always.
        case gone(Int64, ifRegisteredBefore: UnixTime?)
        /// The token belongs to another environment than the assumed one.
        case otherEnvironment(Int64, than: PushEnvironment)
    }
}
