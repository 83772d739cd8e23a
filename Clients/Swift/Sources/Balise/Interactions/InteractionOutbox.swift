// The outbox of interactions: stores what a person did with notifications at once, and sends it to the server together.

public import BaliseAPI
public import Foundation

/// Keeps what people did with notifications until the server has it: a tap without network is counted later.
///
/// * What ``add(_:)`` took in is on the disk. It is removed only after the server has acknowledged it. The server counts
///   each action once, so what is sent again after a crash counts once as well.
/// * What waits is sent when its person is signed in, up to 100 interactions in one call.
/// * The number of waiting interactions is bounded. Over the bound the oldest are dropped and counted, as is one that the
///   server refuses for good.
///
/// One outbox serves an app:
///
///     let outbox = try client.inbox.interactionOutbox(at: folder.appendingPathComponent("interactions"))
///     let delivering = Task { await outbox.run() }
///     if let opened = BaliseInteraction(BaliseInteraction.opened, of: payload) { try await outbox.add(opened) }
public actor InteractionOutbox {
    /// For how long `run` rests when nothing waits and nobody calls, in seconds.
    static let idleRest = 3600.0
    /// For how long `run` waits for more that is to go in the same call, in seconds.
    static let gathering = 2.0

    private let caller: APICaller
    private let limit: Int
    private let time: any BaliseClock
    private let pause: any BaliseSleeper
    private let random: any BaliseRandomSource
    private let file: InteractionFile
    private var kept: WaitingInteractions
    /// Smaller after a refusal, until the bad one is found.
    private var batchLimit = RecordInteractionsRequest.counts.upperBound
    private var round: Task<BaliseError?, Never>?
    private var resting: (task: Task<Void, Never>, isIdle: Bool)?
    private var isWoken = false
    /// Whether something was taken in since the last round began.
    private var hasNews = false

    /// - Throws: `storage`, also when another process or outbox has the file.
    init(_ url: URL, by caller: APICaller, limit: Int, configuration: BaliseConfiguration) throws(BaliseError) {
        self.caller = caller
        self.limit = max(1, limit)
        time = configuration.time
        pause = configuration.pause
        random = configuration.random
        var kept = WaitingInteractions()
        file = try InteractionFile(url, into: &kept)
        self.kept = kept
    }

    /// How many wait for the server.
    public var waiting: Int { kept.waiting.count }

    /// How many will never reach the server, since the file was made.
    public var dropped: Int { kept.dropped }

    /// Takes in what the person who is signed in did. When it returns true, it is on the disk. Without `at` it is from
    /// now.
    ///
    /// - Returns: False when the same waits already.
    /// - Throws: `signedOut`, since it would be nobody's; `storage` when it could not be kept.
    @discardableResult
    public func add(_ interaction: BaliseInteraction) async throws(BaliseError) -> Bool {
        guard try await caller.tokenStore.credential() != nil else { throw .signedOut }
        var taken = WaitingInteraction(account: try await caller.tokenStore.account(), interaction: interaction)
        if taken.interaction.at == nil { taken.interaction.at = time.now }
        guard !kept.waiting.contains(where: { $0.isSame(as: taken) }) else { return false }
        var next = kept
        next.waiting.append(taken)
        let surplus = max(0, next.waiting.count - limit)
        next.waiting.removeFirst(surplus)
        next.dropped += surplus
        try file.write(next)
        kept = next
        hasNews = true
        if let resting, resting.isIdle { resting.task.cancel() }
        return true
    }

    /// Delivers what waits of the person who is signed in, until nothing is left or the first failure. A call during
    /// another one's work waits for the same.
    ///
    /// - Returns: How many wait then: those of others.
    /// - Throws: What kept the rest from being delivered; it waits for the next call.
    @discardableResult
    public func deliver() async throws(BaliseError) -> Int {
        if round == nil { round = Task { await deliverAll() } }
        if let error = await round?.value { throw error }
        return waiting
    }

    /// Delivers what waits and what comes, until the task is cancelled. After a failure it waits longer each time, and as
    /// long as the server asks for; when somebody signs in it tries at once.
    public func run() async {
        let states = await caller.tokenStore.states()
        let watch = Task { [weak self] in
            for await _ in states { await self?.retryNow() }
        }
        defer { watch.cancel() }
        var failures = 0
        while !Task.isCancelled {
            do throws(BaliseError) {
                try await deliver()
                failures = 0
                await rest(InteractionOutbox.idleRest, isIdle: true)
                await rest(InteractionOutbox.gathering)
            } catch {
                failures += 1
                await rest(DeliveryBackoff.wait(after: error, failures: failures, random: random.fraction()))
            }
        }
    }

    /// Has `run` try again now, because the network is back say.
    public func retryNow() {
        isWoken = true
        resting?.task.cancel()
    }
}

// Delivering.
extension InteractionOutbox {
    private func deliverAll() async -> BaliseError? {
        defer { round = nil }
        hasNews = false
        do throws(BaliseError) {
            while true {
                let account = try await caller.tokenStore.account()
                let batch = kept.waiting.filter { $0.account == account }.prefix(batchLimit)
                guard !batch.isEmpty else { return nil }
                try await send(Array(batch))
            }
        } catch { return error }
    }

    private func send(_ batch: [WaitingInteraction]) async throws(BaliseError) {
        let most = RecordInteractionsRequest.counts.upperBound
        do throws(BaliseError) {
            try await caller.send(
                AppCalls.recordInteractions, body: RecordInteractionsRequest(interactions: batch.map(\.interaction)))
        } catch {
            guard case .refused(let refusal) = error, [400, 413, 422].contains(refusal.status) else { throw error }
            // Fewer at a time, until the bad one is alone.
            guard batch.count == 1 else {
                batchLimit = batch.count / 2
                return
            }
            kept.dropped += 1
        }
        batchLimit = min(batchLimit * 2, most)
        // It counts here also when it cannot be written: after a restart it may be sent twice then.
        kept.waiting.removeAll(where: batch.contains)
        try file.write(kept)
    }

    /// Waits, until the time is over, the task is cancelled, or something is to be done.
    private func rest(_ seconds: Double, isIdle: Bool = false) async {
        defer {
            isWoken = false
            resting = nil
        }
        guard !isWoken, !(isIdle && hasNews) else { return }
        let task = Task { [pause] in _ = try? await pause.sleep(seconds: seconds) }
        resting = (task, isIdle)
        await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
    }
}

extension WaitingInteraction {
    /// Whether the server counts both as one.
    fileprivate func isSame(as other: WaitingInteraction) -> Bool {
        account == other.account && interaction.notificationId == other.interaction.notificationId
            && interaction.action == other.interaction.action
    }
}

extension InboxAPI {
    /// Opens the outbox of interactions in a file, with what waits in it.
    ///
    /// - Parameters:
    ///   - file: The file, which is made with its folder when there is none. Beside it stands one of the same name with
    ///     `.lock`. In a container that an app shares with its extensions it must not be held while the app is suspended.
    ///   - limit: The most interactions that may wait.
    /// - Throws: `storage`, also when another process or outbox has the file.
    public func interactionOutbox(at file: URL, limit: Int = 1000) throws(BaliseError) -> InteractionOutbox {
        try InteractionOutbox(file, by: caller, limit: limit, configuration: configuration)
    }
}
