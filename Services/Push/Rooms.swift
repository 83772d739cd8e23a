import Models
import Storage

// The rooms of push work together through these protocols. Publishing begins notifications. It asks `AudienceResolver` for
// their recipients and gives these to the Queue. Publishing and Audience ask the feeds how far they are applied.

protocol AppliedFeeds: Sendable {
    /// Waits until all earlier changes are applied, and returns the positions. Throws `unavailable` if a feed does not
    /// answer.
    func catchUp() async throws(ServiceError) -> FeedMarks

    /// False while a feed is being read again.
    func haveReached(_ marks: FeedMarks) -> Bool
}

protocol BeginsNotifications: Sendable {
    /// Soon, with at least these feed positions.
    func begin(_ notification: NotificationID, from marks: FeedMarks)

    /// Checks soon which scheduled notifications begin.
    func signal()
}

protocol DeliversQueue: Sendable {
    /// Checks the queue soon.
    func signal()

    /// After a portion of a notification was queued, and with false after the last one.
    func signal(isMoreToCome: Bool)
}

// Each room sees the methods of its own store. The steps are parts of transactions that other rooms share.

/// Each method is one transaction. When it returns after a change, the change is on disk.
protocol RoomStore: Store where Failure == PushStoreError {
    /// Every change that may prevent a push must mark it here.
    var inFlight: InFlight { get }
    var caps: PushCaps { get }
    /// Users subscribe to these themselves. Publishers get no counts of other topics.
    var openTopics: NamePatterns { get }
    var random: @Sendable (Int) -> [UInt8] { get }

    /// One durable transaction. `body` may run twice, so it must touch only the database and `inFlight`, where a
    /// superfluous mark only causes one more check.
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (Connection) throws -> Value
    ) async throws(PushStoreError) -> Value

    /// Works like `write`, and changes the audience. `committed` is called before the next transaction begins.
    func change<Value: Sendable>(
        committed: (@Sendable () -> Void)?,
        _ body: @escaping @Sendable (Connection, inout [AudienceChange]) throws -> Value
    ) async throws(PushStoreError) -> Value
}

extension RoomStore {
    func change<Value: Sendable>(
        _ body: @escaping @Sendable (Connection, inout [AudienceChange]) throws -> Value
    ) async throws(PushStoreError) -> Value {
        try await change(committed: nil, body)
    }
}

/// Queues and ends deliveries.
protocol QueueSteps: RoomStore {}

/// Ends what publishers have planned.
protocol PlanSteps: QueueSteps {}

/// Removes push devices.
protocol DeviceSteps: QueueSteps {}

/// Notifications, series, results and webhooks.
protocol PublishingStore: PlanSteps {}

/// Users, their push devices, the feeds and inquiries.
protocol AudienceStore: DeviceSteps, PlanSteps {}

/// Deliveries and inboxes.
protocol QueueStore: DeviceSteps {}
