import Foundation

/// Delivers waiting items, in the same way for every kind. The actor sends the batches, and decides who may send now.
///
/// * When `take` returns, the item is on the disk. It stays there until the server acknowledges it. A call without an
///   answer is repeated, unless the actor finds out that the server has the items.
/// * An owner's items are sent in the order of their arrival, several in one call, one call at a time.
/// * If the server refuses a batch for its content, smaller batches follow until the bad item is alone and set aside.
/// * Above the limit, the oldest items of the owner with the most items are dropped and counted.
protocol Outbox<Item>: Actor {
    associatedtype Item: OutboxItem

    var state: OutboxState<Item> { get set }

    /// Starts a task that wakes the outbox when an event other than a new item allows it to deliver.
    func follow() async -> Task<Void, Never>
    /// Runs before each round of deliveries.
    func prepare() async throws(BaliseError)
    /// Whether the items of an owner can be sent now.
    func isReady(_ owner: Item.Owner) async throws(BaliseError) -> Bool
    /// Sends a batch, and returns its outcome, also if the batch can never be accepted.
    /// - Throws: The failure, if the same batch may be accepted later.
    func send(_ batch: OutboxBatch<Item>) async throws(BaliseError) -> OutboxOutcome
    func stateChanged()
}

/// The outcome of a batch that must not be sent again unchanged.
enum OutboxOutcome {
    case accepted
    /// The server has the items up to this number from an earlier call, whose answer was lost.
    case known(through: Int64)
    /// At least one of the items will never be accepted.
    case badItems(BaliseError)
    /// The owner may not send any more, for example because its key was refused.
    case held
}

/// The queue of an outbox with its file, and the state of its delivery.
struct OutboxState<Item: OutboxItem> {
    /// The seconds that `run` waits when nothing can be sent.
    static var idleRest: Double { 3600 }

    let time: any BaliseClock
    fileprivate(set) var queue: OutboxQueue<Item>
    fileprivate(set) var lastDelivery: Date?
    /// The failure of the last round; nil after a success.
    fileprivate(set) var problem: BaliseError?

    fileprivate let limit: Int
    fileprivate let pause: any BaliseSleeper
    fileprivate let random: any BaliseRandomSource
    fileprivate let backoff = Backoff(maximum: 300)
    fileprivate let file: OutboxFile<Item>
    /// Smaller limits for owners whose last batch had a bad item, until that item is found.
    fileprivate var batchLimits: [Item.Owner: Int] = [:]
    fileprivate var round: Task<BaliseError?, Never>?
    fileprivate var resting: (task: Task<Void, Never>, isIdle: Bool)?
    fileprivate var isWoken = false
    /// Whether an event during the current round allows more items to be sent.
    fileprivate var hasNews = false

    /// Opens the file.
    /// - Throws: `storage`, also when another process or outbox has the file open.
    init(_ url: URL, limit: Int, _ configuration: BaliseConfiguration) throws(BaliseError) {
        self.limit = max(1, limit)
        (time, pause, random) = (configuration.time, configuration.pause, configuration.random)
        var queue = OutboxQueue<Item>()
        file = try OutboxFile(url, into: &queue)
        self.queue = queue
    }
}

extension Outbox {
    func prepare() async throws(BaliseError) {}
    func stateChanged() {}

    /// Stores an item on the disk, or throws `storage`.
    /// - Returns: False if the outbox already had the item, or had an item that is as new or newer.
    func take(_ item: Item, of owner: Item.Owner) throws(BaliseError) -> Bool {
        let records = state.queue.recordsForTaking(item, of: owner, at: state.time.now, limit: state.limit)
        guard !records.isEmpty else { return false }
        try state.file.append(records)
        for record in records { state.queue.apply(record) }
        sweepIfWorthwhile()
        noteNews()
        stateChanged()
        return true
    }

    /// Stores an event. It takes effect even if the write fails: after a restart, an item may then be sent twice.
    func note(_ record: OutboxRecord<Item>) throws(BaliseError) {
        state.queue.apply(record)
        stateChanged()
        try state.file.settle(record, state.queue)
        sweepIfWorthwhile()
    }

    /// Rewrites the file if most of it is old. If that fails, the old file stays and the next record tries again.
    private func sweepIfWorthwhile() { if state.file.needsSweep(state.queue) { try? state.file.sweep(state.queue) } }

    /// Ends the wait of an idle outbox. A wait that follows a failure continues.
    func noteNews() {
        state.hasNews = true
        if let resting = state.resting, resting.isIdle { resting.task.cancel() }
    }

    /// Makes `runDeliveries` try again now.
    func wake() {
        state.isWoken = true
        state.resting?.task.cancel()
    }

    /// Sends the waiting items, until no item can be sent or a call fails. Throws that failure; the remaining items
    /// then wait for the next call. A second caller during the first call gets the same result.
    func deliverWaiting() async throws(BaliseError) {
        if state.round == nil { state.round = Task { await deliverRound() } }
        if let error = await state.round?.value { throw error }
    }

    /// Sends items as they arrive, until the task is cancelled. After each failure it waits longer, and at least as
    /// long as the server asks for.
    func runDeliveries() async {
        let watch = await follow()
        defer { watch.cancel() }
        var failures = 0
        while !Task.isCancelled {
            do throws(BaliseError) {
                try await deliverWaiting()
                failures = 0
                await rest(OutboxState<Item>.idleRest, isIdle: true)
                if Item.gathering > 0 { await rest(Item.gathering) }
            } catch {
                failures += 1
                await rest(state.backoff.wait(after: error, failures: failures, random: state.random.fraction()))
            }
        }
    }

    private func deliverRound() async -> BaliseError? {
        defer {
            state.round = nil
            stateChanged()
        }
        do throws(BaliseError) {
            state.hasNews = false
            try await prepare()
            while let owner = try await nextOwner() { try await deliver(of: owner) }
            state.problem = nil
        } catch {
            state.problem = error
        }
        return state.problem
    }

    private func nextOwner() async throws(BaliseError) -> Item.Owner? {
        for owner in state.queue.owners { if try await isReady(owner) { return owner } }
        return nil
    }

    private func deliver(of owner: Item.Owner) async throws(BaliseError) {
        let limit = state.batchLimits[owner] ?? Item.batchLimit
        switch state.queue.step(for: owner, at: state.time.now, limit: limit) {
        case .rest: return
        case .note(let record): try note(record)
        case .send(let batch):
            switch try await send(batch) {
            case .accepted:
                state.lastDelivery = state.time.now
                if let reduced = state.batchLimits[owner] {
                    state.batchLimits[owner] = reduced * 2 < Item.batchLimit ? reduced * 2 : nil
                }
                try note(.delivered(owner, through: batch.end))
            case .known(let number): try note(.delivered(owner, through: number))
            case .held: return
            case .badItems where batch.entries.count > 1: state.batchLimits[owner] = batch.entries.count / 2
            case .badItems(let error):
                // During the call, newer entries may have pushed this entry out of the full outbox.
                guard let entry = state.queue.lines[owner]?.first, entry == batch.entries.first else { return }
                try note(.refused(entry, reason: error.description))
            }
        }
    }

    /// Waits until the time is over, the task is cancelled, or work arrives.
    private func rest(_ seconds: Double, isIdle: Bool = false) async {
        defer {
            state.isWoken = false
            state.resting = nil
        }
        guard !state.isWoken, !(isIdle && state.hasNews) else { return }
        let task = Task { [pause = state.pause] in _ = try? await pause.sleep(seconds: seconds) }
        state.resting = (task, isIdle)
        await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
    }
}

extension BaliseError {
    /// Whether the server refuses the request for its content, so that sending it again would not help.
    var isAboutContent: Bool {
        guard case .refused(let refusal) = self else { return false }
        return [400, 413, 422].contains(refusal.status)
    }
}
