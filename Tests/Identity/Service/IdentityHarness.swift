import Dispatch

@testable import Identity

struct IdentityHarness: Sendable {
    let edge: BusClient
    let authSession: BusClient
    let location: BusClient
    let clock: SetClock
    let metrics: MetricsRegistry
    let folder: URL
    let log: LoggedLines
    let outbox: Outbox
    /// Lets the housekeeping run once more, and the erasures that are due.
    let signalHousekeeping: @Sendable () -> Void
    let signalMessages: @Sendable () -> Void
    let readiness: Readiness

    enum Sender {
        case outbox
        case ofSettings
        case given(any MessageSender)

        fileprivate func chosen(_ outbox: Outbox) -> (any MessageSender)? {
            switch self {
            case .outbox: outbox
            case .ofSettings: nil
            case .given(let sender): sender
            }
        }
    }

    static func withAda(_ body: (IdentityHarness, AccountID) async throws -> Void) async throws {
        try await run { identity in
            let ada = try await identity.send(CreateAccount.of(.ada)).profile.account
            try await body(identity, ada)
        }
    }

    /// Runs the service on an ipc socket in a temporary folder for as long as `body` takes.
    static func run(
        _ change: (inout Settings) -> Void = { _ in }, scrypt: ScryptParameters = .cheap,
        hashing: HashingThreads? = nil, sender: Sender = .outbox, in folder: TemporaryFolder? = nil,
        clock: SetClock = SetClock(),
        _ body: (IdentityHarness) async throws -> Void
    ) async throws {
        let folder = try folder ?? TemporaryFolder()
        var settings = Settings()
        settings.dataDirectory = folder.url
        change(&settings)
        let endpoint = try Endpoint("ipc://\(folder.url.path)/identity.sock")
        let bus = try MessageBus(.patient(.identity))
        let peers = try MessageBus(.patient(.edge))
        let metrics = MetricsRegistry()
        let log = LoggedLines()
        let outbox = Outbox()
        let environment = ServiceEnvironment(
            service: .identity, settings: settings, bus: bus, endpoints: [:], bind: endpoint,
            logger: log.logger, metrics: metrics, clock: clock)
        let (purges, erasures, sendings) = (Ticks(), Ticks(), Ticks())
        let service = try await IdentityService(
            environment,
            IdentityService.Parts(
                scrypt: scrypt, hashing: hashing, sender: sender.chosen(outbox),
                housekeepingPause: { try await purges.pause() }, erasurePause: { try await erasures.pause() },
                messagePause: { try await sendings.pause() }))
        func client(_ caller: ServiceName) -> BusClient { peers.client(as: caller, endpoints: [.identity: endpoint]) }
        let harness = IdentityHarness(
            edge: client(.edge), authSession: client(.authSession), location: client(.location), clock: clock,
            metrics: metrics, folder: folder.url, log: log, outbox: outbox,
            signalHousekeeping: {
                purges.signal()
                erasures.signal()
            },
            signalMessages: { sendings.signal() }, readiness: environment.readiness)
        let readiness = environment.readiness
        try await using({
            await peers.shutDown(drain: .zero)
            await bus.shutDown(drain: .zero)
        }) {
            try await whileRunning(
                { try await service.run() }, isReady: { await readiness.untilReady() },
                failed: { readiness.markShuttingDown() }, { try await body(harness) })
        }
    }

    func send<R: ServiceRequest>(_ request: R, from client: ClientInfo = .phone) async throws(BusError) -> R.Reply {
        let context = MessageContext(requestID: "test", client: client, timeout: .seconds(60))
        let isOfEdge = R.senders.contains(.edge) && R.code != CreateAccount.code
        return try await (isOfEdge ? edge : authSession).send(request, context)
    }

    /// How the service answers: nil when it does what was asked, else its error.
    func refusal<R: ServiceRequest>(_ request: R, from client: ClientInfo = .phone) async throws -> ServiceError? {
        try await serviceError { try await send(request, from: client) }
    }

    func outcome<R: ServiceRequest>(_ request: R, from client: ClientInfo = .phone) async throws -> ErrorCode? {
        try await refusal(request, from: client)?.code
    }

    func readFeed(
        _ name: FeedName = AccountChange.feed, epoch: FeedEpoch? = nil, after: UInt64? = 0
    ) async throws -> FeedPage {
        let request = ReadFeed(feed: name, epoch: epoch, after: after, limit: 100)
        let context = MessageContext(requestID: "feed", timeout: .seconds(60))
        return try await authSession.send(request, to: .identity, context)
    }

    func metric(_ name: String, _ labels: [[String]]) -> Double {
        metrics.snapshot().first { $0.name == name && $0.labels == labels }?.value ?? 0
    }

    var hashes: UInt64 {
        metrics.snapshot().first { $0.name == "balise_identity_password_hash_seconds" }?.counts.last ?? 0
    }

    /// Strangers in more networks than may fail with one name.
    func failManyTimes() async throws {
        for number in 0..<110 {
            _ = try await outcome(VerifyPassword.of("ada", .wrong), from: .at("203.0.\(number / 100).\(number)"))
        }
    }
}

final class Outbox: MessageSender {
    private let messages: AsyncStream<PersonalMessage>
    private let inlet: AsyncStream<PersonalMessage>.Continuation

    init() { (messages, inlet) = AsyncStream.makeStream() }

    func send(_ message: PersonalMessage) async throws(MessageNotSent) { inlet.yield(message) }

    func next() async -> PersonalMessage? {
        for await message in messages { return message }
        return nil
    }
}

/// Keeps the only hashing thread busy, so that the order of waiting work does not depend on time.
struct HeldThread: Sendable {
    private let gate: DispatchSemaphore

    init(of threads: HashingThreads) async {
        let gate = DispatchSemaphore(value: 0)
        let (started, isStarted) = AsyncStream.makeStream(of: Void.self)
        Task {
            _ = try? await threads.run(for: .stranger()) {
                isStarted.yield()
                gate.wait()
            }
        }
        for await _ in started { break }
        self.gate = gate
    }

    func letGo() { gate.signal() }
}
