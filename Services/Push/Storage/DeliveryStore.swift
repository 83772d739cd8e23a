// What is kept of deliveries: the queue, and what became of it.

import Foundation
import Models

/// Keeps the queue. One method is one transaction; one that returns after a change has it on disk.
///
/// - Throws: `PushStoreError`, all methods.
protocol DeliveryStore: Sendable {
    /// The deliveries that are on their way. Each change that may keep something from being sent is told to it.
    var inFlight: InFlight { get }

    /// What is due in a lane at a moment, in its order and behind a place; at most so many.
    func due(
        _ lane: DeliveryLane, at now: UnixTime, after place: QueuePlace?, limit: Int
    ) throws(PushStoreError) -> [DueDelivery]

    /// A delivery of a lane as it stands, due or not; nil when it has ended or gone to another lane.
    func waiting(_ delivery: Int64, in lane: DeliveryLane) throws(PushStoreError) -> DueDelivery?

    /// Keeps what became of deliveries, and of their tokens. One that has ended meanwhile stays as it is, unless it was
    /// sent nonetheless. One that comes back unsent ends as it was meant to while it was in flight, and has not left.
    func settle(_ settlements: [Settlement], at now: UnixTime) async throws(PushStoreError)

    /// Stores what a lane has read from its queue, before anything of it leaves: after a crash it is not known what has.
    ///
    /// - Parameters:
    ///   - place: all up to there may leave but what came back unsent; nil for nothing.
    ///   - deliveries: what is noted by itself, wherever it stands.
    func noteTaken(
        upTo place: QueuePlace?, and deliveries: [Int64], in lane: DeliveryLane
    ) async throws(PushStoreError)

    /// Forgets up to where the queues have been read: what became of all of it is stored.
    func forgetTaken() async throws(PushStoreError)

    /// Brings in order what a crash has left, before anything is sent: what may have left counts as sent if it is ended
    /// from now on, and what was to end or is for nobody any more ends.
    func recover(limit: Int, at now: UnixTime) async throws(PushStoreError)

    /// Makes due at once what waits for a later try in a lane since its provider was not well, at most so many; whether
    /// there may be more.
    func endOutage(of lane: DeliveryLane, limit: Int, at now: UnixTime) async throws(PushStoreError) -> Bool

    /// Ends what was ended on its way and waits nonetheless, at most so many; whether there may be more.
    func endLeft(limit: Int, at now: UnixTime) async throws(PushStoreError) -> Bool

    /// Ends what still waits although its time is over, at most so many; whether there may be more.
    func expire(limit: Int, at now: UnixTime) async throws(PushStoreError) -> Bool
}

/// Where a delivery stands in its lane.
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
    var lane: DeliveryLane
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
    /// As of when all this counts.
    var revision: InFlight.Revision = 0
}

/// What is to be sent.
struct DueAnnouncement: Sendable {
    var number: Int64
    var id: AnnouncementID
    var type: AnnouncementType
    var subject: SubjectID
    var title: String?
    var body: String?
    var category: String?
    var endsAt: UnixTime
    var isCancelled: Bool
    /// Whether its recipient wants to see one arrive.
    var isTest: Bool
}

/// To whom.
struct DueRecipient: Sendable {
    var number: Int64
    var isClosed: Bool
    /// Whether it is still known where they were last.
    var hasPosition = true
    var preferences: NotificationPreferences?
    var badge: Int
}

/// To which handset.
struct DueToken: Sendable {
    var number: Int64
    var owner: Int64
    var provider: PushProvider
    var token: SecretText
    var environment: PushEnvironment
    var isEnvironmentAssumed: Bool
    var purpose: PushPurpose
    var topic: String?
    var isMuted: Bool
    /// Of the app, a BCP 47 tag; nil when it is not known.
    var language: String?
}

/// What became of a delivery.
struct Settlement: Hashable, Sendable {
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
    var token: TokenNews?
    /// When it comes again if its token, said to be gone, was registered again meanwhile.
    var ifTokenStays: UnixTime?

    /// What the provider says of the token.
    enum TokenNews: Hashable, Sendable {
        /// It reaches nobody any more; it goes unless it was registered at this moment or later. Nil for never mind
        /// when.
        case gone(Int64, ifRegisteredBefore: UnixTime?)
        /// It is not of this environment, which was only assumed.
        case otherEnvironment(Int64, than: PushEnvironment)
    }
}
