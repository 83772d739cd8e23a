public import BaliseAPI
public import Foundation

/// Stores the user's interactions with notifications until the server has received them, also without a network.
///
/// * When ``add(_:)`` returns, the interaction is on the disk. It stays there until the server acknowledges it. The
///   server counts each interaction once, even if it is sent again after a crash.
/// * The outbox sends while its user is signed in, up to 100 interactions in one call.
/// * Above the limit, the oldest interactions are dropped. The outbox counts them and those that the server refuses.
///
/// One outbox serves an app:
///
///     let outbox = try client.inbox.interactionOutbox(at: folder.appendingPathComponent("interactions"))
///     let delivering = Task { await outbox.run() }
///     if let opened = BaliseInteraction(BaliseInteraction.opened, of: payload) { try await outbox.add(opened) }
public actor InteractionOutbox: Outbox {
    private let caller: APICaller
    var state: OutboxState<BaliseInteraction>

    /// Opens the outbox.
    /// - Throws: `storage`, also when another process or outbox has the file open.
    init(_ url: URL, by caller: APICaller, limit: Int, configuration: BaliseConfiguration) throws(BaliseError) {
        self.caller = caller
        state = try OutboxState(url, limit: limit, configuration)
    }

    /// The number of interactions that wait for the server.
    public var waiting: Int { state.queue.count }

    /// The number of interactions that were dropped, refused or damaged since the file was created.
    public var dropped: Int { state.queue.losses.dropped + state.queue.losses.refused + state.queue.losses.damaged }

    /// Stores an interaction of the signed-in user on the disk. An interaction without `at` gets the current time.
    /// - Returns: False when the same interaction already waits.
    /// - Throws: `signedOut` without a user; `storage` when it could not be stored.
    @discardableResult
    public func add(_ interaction: BaliseInteraction) async throws(BaliseError) -> Bool {
        guard try await caller.tokenStore.credential() != nil else { throw .signedOut }
        let account = InteractionAccount(id: try await caller.tokenStore.account())
        var interaction = interaction
        interaction.at = interaction.at ?? state.time.now
        return try take(interaction, of: account)
    }

    /// Sends the waiting interactions of the signed-in user, until none is left or a call fails. A second caller during
    /// the first call gets the same result.
    /// - Returns: The number of interactions that still wait, because they belong to other users.
    /// - Throws: The failure. The remaining interactions wait for the next call.
    @discardableResult
    public func deliver() async throws(BaliseError) -> Int {
        try await deliverWaiting()
        return waiting
    }

    /// Sends interactions as they arrive, until the task is cancelled. After each failure it waits longer, and at least
    /// as long as the server asks for. A sign-in makes it try at once.
    public func run() async { await runDeliveries() }

    /// Makes `run` try again now, for example when the network is back.
    public func retryNow() { wake() }
}

extension InteractionOutbox {
    func follow() async -> Task<Void, Never> {
        let states = await caller.tokenStore.states()
        return Task { [weak self] in
            for await _ in states { await self?.wake() }
        }
    }

    func isReady(_ account: InteractionAccount) async throws(BaliseError) -> Bool {
        account.id == (try await caller.tokenStore.account())
    }

    func send(_ batch: OutboxBatch<BaliseInteraction>) async throws(BaliseError) -> OutboxOutcome {
        do throws(BaliseError) {
            try await caller.send(
                AppCalls.recordInteractions, body: RecordInteractionsRequest(interactions: batch.entries.map(\.item)))
            return .accepted
        } catch {
            guard error.isAboutContent else { throw error }
            return .badItems(error)
        }
    }
}

extension BaliseInteraction: OutboxItem {
    typealias Owner = InteractionAccount

    static let batchLimit = RecordInteractionsRequest.counts.upperBound
    /// Refused interactions are not kept, because no app can show them.
    static let rememberedRefusals = 0
    static let gathering = 2.0

    var order: Date? { nil }
    var standsAlone: Bool { false }

    func repeats(_ other: BaliseInteraction) -> Bool {
        notificationId == other.notificationId && action == other.action
    }

    func isExpired(at now: Date) -> Bool { false }
}

struct InteractionAccount: OutboxOwner {
    static let member: StaticString = "account"

    /// The account's id; nil if only the server knows the id.
    let id: String?

    init(id: String?) { self.id = id }

    init(_ text: String) { id = text.isEmpty ? nil : text }

    var text: String { id ?? "" }
}

extension InboxAPI {
    /// Opens the outbox of at most `limit` interactions in a file, with the interactions that still wait in the file.
    /// - Parameter file: Created with its folder and a second file with `.lock` if missing. If the file is in a
    ///   container that an app shares with its extensions, release the outbox before the app is suspended.
    /// - Throws: `storage`, also when another process or outbox has the file open.
    public func interactionOutbox(at file: URL, limit: Int = 1000) throws(BaliseError) -> InteractionOutbox {
        try InteractionOutbox(file, by: caller, limit: limit, configuration: configuration)
    }
}

extension InteractionOutbox: NotificationInteractionReporting {
    /// Stores an interaction. Ignores failures, even a missing user: the app opens the target of a tap in any case.
    public func report(_ interaction: PushInteraction) async { _ = try? await add(BaliseInteraction(interaction)) }
}

extension BaliseInteraction {
    fileprivate init(_ interaction: PushInteraction) {
        let action =
            switch interaction.act {
            case .opened: BaliseInteraction.opened
            case .dismissed: BaliseInteraction.dismissed
            case .action(let id): id
            }
        self.init(notificationId: interaction.notification, action: action, at: interaction.at, link: interaction.link)
    }
}

extension BaliseInteraction {
    /// Creates an interaction from a push; nil if the push is no notification of Balise.
    /// - Parameter action: ``opened``, ``dismissed``, or the id of one of the notification's actions.
    /// - Parameter payload: The `userInfo` that the system gives the app; on Android the message's data.
    /// - Parameter moment: The time of the action; nil for now.
    public init?(_ action: String, of payload: [AnyHashable: Any], at moment: Date? = nil) {
        let members = PushPayload(payload)
        guard let id = members.text("notificationId") else { return nil }
        var link = action == BaliseInteraction.opened ? members.text("link") : nil
        if let own = members.actions.first(where: { $0.id == action }) { link = own.link }
        self.init(notificationId: id, action: action, at: moment, link: link)
    }
}
