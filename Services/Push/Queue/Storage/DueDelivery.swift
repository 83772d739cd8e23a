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
    /// The id of the push, the same for each attempt.
    var id: UUID
    var state: DeliveryState
    /// The number of attempts. Provider outages are counted separately.
    var attempts: Int
    var outages = 0
    var notification: DueNotification
    var recipient: DueRecipient
    /// The token; nil if it was deleted.
    var token: DueToken?
    /// Whether the delivery's own row says that it may have left. The channel's read position does not apply to it.
    var isNotedAlone = false
    /// Whether the push may have arrived although its provider has not confirmed it.
    var isUnconfirmed = false
    var gathering: Gathering?
    var gathered: [DueDelivery] = []
    var revision: InFlight.Revision = 0
}

/// The notification of a delivery. It is a class, because all deliveries of a batch share it.
final class DueNotification: Sendable {
    let number: Int64
    let id: NotificationID
    let kind: String
    let announcement: Announcement?
    /// The content; nil for a digest, whose content depends on the deliveries that are left.
    let content: NotificationContent?
    let audience: DueAudience
    let beginsAt: UnixTime
    let endsAt: UnixTime
    let isCancelled: Bool
    /// Whether the notification is a test or a notice of the server, which both ignore the recipient's kinds.
    let isTest: Bool
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

    /// Whether a digest may gather the notification: it must show something and must not break through a Focus.
    var isDigestible: Bool {
        guard !isTest, let content else { return false }
        if announcement != nil { return true }
        return content.pushType == .alert && !content.texts.isEmpty && quietPassage == .afterwards
    }
}

struct DueAudience: Sendable {
    /// The conditions that are checked again; nil without such conditions.
    var expression: AudienceExpression?
    /// Whether the audience depends on the recipient's position.
    var isPlaced: Bool
}

struct DueRecipient: Sendable {
    var number: Int64
    var isClosed: Bool
    var hasPosition = true
    var preferences: NotificationPreferences?
    var badge: Int
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
    /// The recipient's languages, the app's first, in the form that `LanguageTag.list` reads.
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
    /// Whether the delivery's attempts ran out, without a refusal of the provider.
    var isGivenUp = false
    var nextAt: UnixTime?
    var token: TokenChange?
    /// The time of the next attempt if the token was reported as gone, but has been registered again or replaced.
    var ifTokenStays: UnixTime?

    /// Whether the delivery waits for the end of quiet hours; then it joins a digest.
    var isHeld = false
    var isInterruption = false
    var gathered: [Int64] = []

    /// Whether the push was sent at the first attempt, and nothing else must be recorded.
    var isSentAtFirst: Bool {
        state == .sent && attempts == 1 && reason == nil && outages == 0 && !isUnconfirmed && token == nil
            && gathered.isEmpty
    }

    enum TokenChange: Hashable, Sendable {
        /// The token is deleted unless it was registered at this time or later; nil deletes it always.
        case gone(Int64, ifRegisteredBefore: UnixTime?)
        case otherEnvironment(Int64, than: PushEnvironment)
    }
}
