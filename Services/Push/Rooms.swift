import Models
import Storage

// The rooms of the push service work together through these protocols. Publishing begins notifications. It asks
// `AudienceResolver` for their recipients and gives these to the Queue. Publishing and Audience ask the feeds how far
// they are applied.

protocol AppliedFeeds: Sendable {
    /// Waits until all earlier changes are applied; returns positions. Throws `unavailable` if a feed does not answer.
    func catchUp() async throws(ServiceError) -> FeedMarks

    /// Whether all changes up to `marks` are applied; false while a feed is being read again.
    func haveReached(_ marks: FeedMarks) -> Bool
}

protocol BeginsNotifications: Sendable {
    /// Begins a notification soon, with all changes of the feeds up to `marks`.
    func begin(_ notification: NotificationID, from marks: FeedMarks)

    /// Checks soon which scheduled notifications begin.
    func signal()
}

protocol DeliversQueue: Sendable {
    /// Checks the queue soon.
    func signal()

    /// Checks the queue soon. Pass true after each queued portion of a notification, and false after the last portion.
    func signal(isMoreToCome: Bool)
}

// Each room sees the methods of its own store. The steps are parts of transactions that several rooms share.

/// The store of one room. Each method is one transaction. When it returns after a change, the change is on disk.
protocol RoomStore: Store where Failure == PushStoreError {
    /// The deliveries in flight. Every change that may prevent a push must mark it here.
    var inFlight: InFlight { get }
    var caps: PushCaps { get }
    /// The topics that users subscribe to themselves. Publishers get no counts of other topics.
    var openTopics: NamePatterns { get }
    var random: @Sendable (Int) -> [UInt8] { get }

    /// Runs one durable transaction. `body` may run twice, so it must touch only the database and `inFlight`, where a
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

/// Steps that queue and end deliveries.
protocol QueueSteps: RoomStore {}

/// Steps that end notifications and series that publishers have planned.
protocol PlanSteps: QueueSteps {}

/// Steps that remove push devices.
protocol DeviceSteps: QueueSteps {}

/// Stores notifications, series, results and webhooks.
protocol PublishingStore: PlanSteps {}

/// Stores users, their push devices, the feeds and inquiries.
protocol AudienceStore: DeviceSteps, PlanSteps {}

/// Stores deliveries and inboxes.
protocol QueueStore: DeviceSteps {}
