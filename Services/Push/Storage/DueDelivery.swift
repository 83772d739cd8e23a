// A delivery as it is taken from the queue, and what became of it.

import Foundation
import Models

/// Where a delivery stands in its channel.
struct QueuePlace: Hashable, Comparable, Sendable {
    var nextAt: UnixTime
    var number: Int64

    static func < (one: QueuePlace, other: QueuePlace) -> Bool {
        (one.nextAt, one.number) < (other.nextAt, other.number)
    }
}

/// A delivery whose turn has come, with all that it takes to send it.
struct DueDelivery: Sendable {
    var place: QueuePlace
    var channel: DeliveryChannel
    /// The same with each try.
    var id: UUID
    var state: DeliveryState
    /// How often it was tried, and how often its provider was not well meanwhile.
    var attempts: Int
    var outages = 0
    var announcement: DueAnnouncement
    var recipient: DueRecipient
    /// Nil when the token is gone.
    var token: DueToken?
    /// Whether its own row says that it may have left; the place up to which its queue has been read says nothing of it
    /// then.
    var isNotedAlone = false
    /// Whether it may have arrived, although its provider has not said so.
    var isUnconfirmed = false
    /// How it stands to a digest; nil for one that has nothing to do with any.
    var gathering: Gathering?
    /// What goes with it, of a digest: deliveries to the same push device, each as it stands.
    var gathered: [DueDelivery] = []
    /// As of when all this counts.
    var revision: InFlight.Revision = 0
}

/// What is to be sent. A class, because all deliveries of a portion share it.
final class DueAnnouncement: Sendable {
    let number: Int64
    let id: AnnouncementID
    let type: AnnouncementType
    let subject: SubjectID
    let title: String?
    let body: String?
    let category: String?
    let beginsAt: UnixTime
    let endsAt: UnixTime
    let isCancelled: Bool
    /// Whether its recipient is told whatever they want to hear of: a test that they have asked for, or a notice of a
    /// sign-in.
    let isTest: Bool
    /// What is sent, where that is not made from the rest.
    let content: NotificationContent?
    /// For whom, of a notification; of that its type says nothing.
    let audience: DueAudience?
    let quietPassage: QuietPassage

    init(
        number: Int64, id: AnnouncementID, type: AnnouncementType, subject: SubjectID, title: String?, body: String?,
        category: String?, endsAt: UnixTime, isCancelled: Bool, isTest: Bool, content: NotificationContent? = nil,
        audience: DueAudience? = nil, beginsAt: UnixTime? = nil
    ) {
        self.beginsAt = beginsAt ?? endsAt
        self.content = content
        quietPassage = content?.quietPassage ?? .afterwards
        self.audience = audience
        self.number = number
        self.id = id
        self.type = type
        self.subject = subject
        self.title = title
        self.body = body
        self.category = category
        self.endsAt = endsAt
        self.isCancelled = isCancelled
        self.isTest = isTest
    }
}

/// For whom a notification is, as far as that is judged again.
struct DueAudience: Sendable {
    var kind: String
    /// Nil where nothing of it is judged again.
    var expression: AudienceExpression?
    /// Whether it is for whoever is near a place.
    var isPlaced: Bool
}

extension DueAnnouncement {
    /// The kind of notification; of an announcement its type.
    var kind: String { audience?.kind ?? type.rawValue }

    /// Whether a digest may stand for it: it shows something, and may not break through a focus.
    var isDigestible: Bool {
        guard !isTest else { return false }
        guard let content else { return audience == nil }
        return content.pushType == .alert && !content.texts.isEmpty && quietPassage == .afterwards
    }

    /// The session of whose beginning it tells; nil for anything else.
    var signIn: String? { audience?.kind == SignInContent.kind ? subject.kept : nil }
}

/// To whom.
struct DueRecipient: Sendable {
    var number: Int64
    var isClosed: Bool
    /// Whether it is still known where they were last.
    var hasPosition = true
    var preferences: NotificationPreferences?
    var badge: Int
    /// Nil where nothing asks for it.
    var account: AccountID?
}

/// To which push device.
struct DueToken: Sendable {
    var number: Int64
    var owner: Int64
    /// Of which session it is.
    var session = ""
    var provider: PushProvider
    var token: SecretText
    var environment: PushEnvironment
    var isEnvironmentAssumed: Bool
    var purpose: PushPurpose
    var topic: String?
    var isMuted: Bool
    /// Of the app, a BCP 47 tag; nil when it is not known.
    var language: String?
    /// What the person reads, the language of the app first, as `LanguageTag.list` reads it.
    var languages: String?
    /// `ios`, `android` or `web`.
    var platform = "ios"
    var appVersion: String?
    var tags: [String] = []

    /// As audiences ask for it.
    var facts: DeviceFacts {
        DeviceFacts(
            platform: platform, language: language, version: appVersion.flatMap { AppVersion($0) }, tags: tags)
    }
}

/// What became of a delivery.
struct DeliveryUpdate: Hashable, Sendable {
    var delivery: Int64
    var state: DeliveryState
    var reason: String?
    var attempts: Int
    var outages = 0
    /// Whether it may have arrived without an answer.
    var isUnconfirmed = false
    /// Whether it failed since it was tried often enough, and not by a word of its provider.
    var isGivenUp = false
    /// When it comes again; nil for one that has come to its end.
    var nextAt: UnixTime?
    var token: TokenChange?
    /// When it comes again if its token, said to be gone, was registered again or replaced meanwhile.
    var ifTokenStays: UnixTime?

    /// Whether it waits for the end of quiet hours to go with others then.
    var isHeld = false
    /// Whether it waits for the end of quiet hours that do not let interruptions through.
    var isInterruption = false
    /// What was to go with it, of a digest that was tried: the numbers of deliveries.
    var gathered: [Int64] = []

    /// Whether its first try was answered, and nothing else is to be kept of it.
    var isSentAtFirst: Bool {
        state == .sent && attempts == 1 && reason == nil && outages == 0 && !isUnconfirmed && token == nil
            && gathered.isEmpty
    }

    /// What the provider says of the token.
    enum TokenChange: Hashable, Sendable {
        /// It reaches nobody any more; it goes unless it was registered at this moment or later. Nil for never mind
        /// when.
        case gone(Int64, ifRegisteredBefore: UnixTime?)
        /// It is not of this environment, which was only assumed.
        case otherEnvironment(Int64, than: PushEnvironment)
    }
}
