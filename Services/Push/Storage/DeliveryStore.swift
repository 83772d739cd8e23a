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

    /// Keeps what became of deliveries, and of their tokens. One that has ended meanwhile stays as it is, unless it was sent
    /// nonetheless. One that comes back unsent ends as it was meant to while it was in flight.
    func settle(_ settlements: [Settlement], at now: UnixTime) async throws(PushStoreError)

    /// Ends what still waits although its time is over, at most so many; whether there may be more.
    func expire(limit: Int, at now: UnixTime) async throws(PushStoreError) -> Bool
}

/// Where a delivery stands in its lane.
struct QueuePlace: Hashable, Sendable {
    var nextAt: UnixTime
    var number: Int64
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
    /// When it comes again; nil for one that has come to its end.
    var nextAt: UnixTime?
    var token: TokenNews?
    /// When it comes again if its token, said to be gone, was registered again meanwhile.
    var ifTokenStays: UnixTime?

    /// What the provider says of the token.
    enum TokenNews: Hashable, Sendable {
        /// It reaches nobody any more; it goes unless it was registered at this moment or later. Nil for never mind when.
        case gone(Int64, ifRegisteredBefore: UnixTime?)
        /// It is not of this environment, which was only assumed.
        case otherEnvironment(Int64, than: PushEnvironment)
    }
}
