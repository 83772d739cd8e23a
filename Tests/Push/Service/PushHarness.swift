import Logging

@testable import Push

struct PushHarness: Sendable {
    let edge: BusClient
    let authSession: BusClient
    let location: BusClient
    let identity: ScriptedFeed
    let sessions: ScriptedFeed
    let preferences: ScriptedFeed
    let positions: ScriptedFeed
    let gateway: ScriptedGateway
    let clock: SetClock
    let folder: TemporaryFolder

    /// - Parameters:
    ///   - away: The services that do not answer.
    ///   - countError: Returns the error of the next answer to a dry run; nil for random ones.
    ///   - rotation: Replaces the providers' credentials; nil if they are fixed.
    ///   - pausing: Returns when the service must check its queue. By default soon, because only the clock decides when
    ///     deliveries are due.
    ///   - folder: Contains the database of an earlier run, for a restart.
    static func run(
        _ gateway: ScriptedGateway = ScriptedGateway(), away: Set<ServiceName> = [], clock: SetClock = SetClock(),
        in folder: TemporaryFolder? = nil, countError: (@Sendable () -> Int)? = nil,
        rotation: CredentialRotation? = nil,
        pausing: @escaping @Sendable (Duration) async throws -> Void = {
            try await Task.sleep(for: min($0 / 100, .milliseconds(100)))
        },
        configured: (inout Settings) -> Void = { _ in },
        _ body: @Sendable (PushHarness) async throws -> Void
    ) async throws {
        let folder = try folder ?? TemporaryFolder()
        var settings = Settings()
        settings.dataDirectory = folder.url
        configured(&settings)
        func endpoint(_ service: ServiceName) throws -> Endpoint {
            try Endpoint("ipc://\(folder.url.path)/\(service).sock")
        }
        func feed(_ name: FeedName, of service: ServiceName) throws -> ScriptedFeed {
            let reached = away.contains(service) ? try Endpoint("ipc://\(folder.url.path)/nowhere-\(service)") : nil
            return try ScriptedFeed(
                name, of: service, at: reached ?? endpoint(service), in: folder.url, "\(service)-feed", for: .push)
        }
        let buses = try [ServiceName.push, .edge].map { try MessageBus(.patient($0)) }
        let peers: [ServiceName] = [.identity, .authSession, .preferences, .location]
        let environment = ServiceEnvironment(
            service: .push, settings: settings, bus: buses[0],
            endpoints: try Dictionary(uniqueKeysWithValues: peers.map { ($0, [try endpoint($0)]) }),
            bind: try endpoint(.push), logger: Logger(label: "push") { _ in SwiftLogNoOpLogHandler() },
            metrics: MetricsRegistry(), clock: clock)
        let harness = PushHarness(
            edge: buses[1].client(as: .edge, endpoints: [.push: try endpoint(.push)]),
            authSession: buses[1].client(as: .authSession, endpoints: [.push: try endpoint(.push)]),
            location: buses[1].client(as: .location, endpoints: [.push: try endpoint(.push)]),
            identity: try feed(AccountChange.feed, of: .identity),
            sessions: try feed(CredentialChange.feed, of: .authSession),
            preferences: try feed(NotificationPreferences.feed, of: .preferences),
            positions: try feed(Position.feed, of: .location), gateway: gateway, clock: clock, folder: folder)
        let service = try await PushService(
            environment, gateway: gateway, rotation: rotation, countError: countError, pause: pausing)
        let running = Task { try await service.run() }
        await environment.readiness.untilReady()
        try await using({
            running.cancel()
            try await running.value
            for feed in [harness.identity, harness.sessions, harness.preferences, harness.positions] {
                await feed.end()
            }
            for bus in buses.reversed() { await bus.shutDown(drain: .zero) }
        }) { try await body(harness) }
    }

    func send<R: ServiceRequest>(_ request: R) async throws(BusError) -> R.Reply {
        // Only auth-session may send these.
        let isAct = (request as? any OperatorAct)?.isOfOperator == true
        let others = R.senders == [.location] ? location : authSession
        let client = isAct || !R.senders.contains(.edge) ? others : edge
        return try await client.send(request, MessageContext(requestID: "test", timeout: .seconds(60)))
    }

    func refusal<R: ServiceRequest>(of request: R) async throws -> ErrorCode? {
        try await serviceError { try await send(request) }?.code
    }

    var readiness: CheckReadiness.Reply {
        get async throws(BusError) {
            try await edge.send(CheckReadiness(), to: .push, MessageContext(requestID: "test", timeout: .seconds(60)))
        }
    }

    // MARK: People

    /// Adds a user with an account and a push device, at this distance north of the samples' place.
    @discardableResult
    func person(
        _ name: String, kilometres: Double = 1, token: String? = nil, choices: NotificationChoices? = nil,
        quietHours: QuietHours? = nil
    ) async throws -> AccountID {
        let account = AccountID(name)!
        try await identity.publish(name, AccountChange(status: .active, number: 1))
        _ = try await send(RegisterPushToken.sample(account, token: token ?? name))
        let choices = choices ?? .sample
        try await preferences.publish(name, NotificationPreferences(choices: choices, quietHours: quietHours))
        try await move(account, to: kilometres)
        return account
    }

    func move(_ account: AccountID, to kilometres: Double) async throws {
        try await positions.publish(
            account.text, Position(coordinate: .north(kilometres), at: clock.now().adding(seconds: -60)))
    }

    // MARK: Notifications

    func record(_ sent: SendNotification.Reply) async throws -> NotificationRecord {
        try await send(GetNotification(id: try #require(sent.record).id.text, of: nil))
    }

    func record(_ sent: SendNotification.Reply, once state: NotificationState) async throws -> NotificationRecord {
        #expect(try await eventually { try await record(sent).state == state })
        return try await record(sent)
    }

    func explain(_ sent: SendNotification.Reply, _ account: AccountID) async throws -> RecipientExplanation {
        try await send(ExplainRecipient(id: try #require(sent.record).id.text, account: account, askedBy: "support"))
    }
}
