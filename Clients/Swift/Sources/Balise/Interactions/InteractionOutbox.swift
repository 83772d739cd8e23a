public import BaliseAPI
public import Foundation

/// Stores the user's interactions with notifications until the server has them: a tap without a network is reported
/// later.
///
/// * ``add(_:)`` returns when the interaction is on the disk. It is removed only after the server has acknowledged it.
///   The server counts each action once, so an interaction sent again after a crash counts once as well.
/// * The outbox sends while its user is signed in, up to 100 interactions in one call.
/// * The number of waiting interactions is limited. Above the limit the oldest are dropped and counted, as is one that
///   the server refuses for good.
///
/// One outbox serves an app:
///
///     let outbox = try client.inbox.interactionOutbox(at: folder.appendingPathComponent("interactions"))
///     let delivering = Task { await outbox.run() }
///     if let opened = BaliseInteraction(BaliseInteraction.opened, of: payload) { try await outbox.add(opened) }
public actor InteractionOutbox {
    /// The seconds that `run` waits when the outbox is empty.
    static let idleRest = 3600.0
    /// The seconds that `run` waits for more interactions for the same call.
    static let gathering = 2.0

    private let caller: APICaller
    private let limit: Int
    private let time: any BaliseClock
    private let pause: any BaliseSleeper
    private let random: any BaliseRandomSource
    private let file: InteractionFile
    private var kept: WaitingInteractions
    /// Halved after a refusal, until the refused interaction is alone.
    private var batchLimit = RecordInteractionsRequest.counts.upperBound
    private var round: Task<BaliseError?, Never>?
    private var resting: (task: Task<Void, Never>, isIdle: Bool)?
    private var isWoken = false
    /// Whether `add` stored anything since the last round began.
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

    /// The number of interactions that wait for the server.
    public var waiting: Int { kept.waiting.count }

    /// The number of interactions given up since the file was created.
    public var dropped: Int { kept.dropped }

    /// Stores an interaction of the signed-in user. When it returns true, the interaction is on the disk. Without `at`
    /// its time is now.
    ///
    /// - Returns: False when the same interaction already waits.
    /// - Throws: `signedOut` without a user; `storage` when it could not be stored.
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

    /// Sends the waiting interactions of the signed-in user, until none is left or one call fails. A second call during
    /// the first waits for its result.
    ///
    /// - Returns: The number that still wait: those of other users.
    /// - Throws: The failure. The rest waits for the next call.
    @discardableResult
    public func deliver() async throws(BaliseError) -> Int {
        if round == nil { round = Task { await deliverAll() } }
        if let error = await round?.value { throw error }
        return waiting
    }

    /// Sends interactions as they arrive, until the task is cancelled. After a failure it waits longer each time, and
    /// at least as long as the server asks for. A sign-in makes it try at once.
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

    /// Makes `run` try again now, for example when the network is back.
    public func retryNow() {
        isWoken = true
        resting?.task.cancel()
    }
}

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
            // Send fewer at a time until the refused one is alone.
            guard batch.count == 1 else {
                batchLimit = batch.count / 2
                return
            }
            kept.dropped += 1
        }
        batchLimit = min(batchLimit * 2, most)
        // It is removed from memory even if the write fails: after a restart it may then be sent twice.
        kept.waiting.removeAll(where: batch.contains)
        try file.write(kept)
    }

    /// Waits until the time is over, the task is cancelled, or work arrives.
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
    /// Whether the server counts both as one interaction.
    fileprivate func isSame(as other: WaitingInteraction) -> Bool {
        account == other.account && interaction.notificationId == other.interaction.notificationId
            && interaction.action == other.interaction.action
    }
}

extension InboxAPI {
    /// Opens the outbox of interactions in a file, with the interactions that still wait in it.
    ///
    /// - Parameters:
    ///   - file: The file. It is created with its folder if missing, and a second file of the same name with `.lock`.
    ///     In a container that an app shares with its extensions, do not hold it while the app is suspended.
    ///   - limit: The most interactions that may wait.
    /// - Throws: `storage`, also when another process or outbox has the file.
    public func interactionOutbox(at file: URL, limit: Int = 1000) throws(BaliseError) -> InteractionOutbox {
        try InteractionOutbox(file, by: caller, limit: limit, configuration: configuration)
    }
}
