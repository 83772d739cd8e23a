@testable import AuthSession

struct AuthSessionHarness: Sendable {
    let edge: BusClient
    let location: BusClient
    let identity: ScriptedIdentity
    let push: ScriptedPush
    let clock: SetClock
    let metrics: MetricsRegistry
    let log: LoggedLines
    let folder: URL
    let operatorToken: OperatorCredential
    let signalPurge: @Sendable () -> Void

    /// Runs the service on ipc sockets in a temporary folder for as long as `body` takes.
    @discardableResult
    static func run<Value>(
        _ change: (inout Settings) -> Void = { _ in }, in folder: TemporaryFolder? = nil, clock: SetClock = SetClock(),
        _ body: (AuthSessionHarness) async throws -> Value
    ) async throws -> Value {
        let folder = try folder ?? TemporaryFolder()
        var settings = Settings()
        settings.dataDirectory = folder.url
        change(&settings)
        let token = try OperatorToken.loadOrMake(in: folder.url)
        let endpoints = [
            ServiceName.authSession: try Endpoint("ipc://\(folder.url.path)/auth.sock"),
            .identity: try Endpoint("ipc://\(folder.url.path)/identity.sock"),
            .push: try Endpoint("ipc://\(folder.url.path)/push.sock"),
        ]
        let bus = try MessageBus(.patient(.authSession))
        let peerBus = try MessageBus(.patient(.identity))
        let identity = try ScriptedIdentity(in: folder.url, clock: clock)
        let permissions: [ServiceName: [any Request.Type]] = [
            .authSession: [
                VerifyPassword.self, CreateAccount.self, RecogniseAppleUser.self, RecogniseIssuedUser.self,
                GetProfile.self, EraseAccount.self, EraseUnreachableAccount.self, ReadFeed.self, ConfirmErasures.self,
                FindErasure.self, LinkIssuedUser.self, VerifyPasskey.self, BeginExport.self, ReportSignIn.self,
                VerifyEmailCode.self, RequestEmailCode.self, VerifySecondStep.self, RemoveTOTP.self,
                RenewRecoveryCodes.self, SetAccountStatus.self, SettleAct.self,
            ]
        ]
        _ = try peerBus.serve(
            .identity, at: try #require(endpoints[.identity]), permissions: Permissions(permissions),
            handlers: identity.handlers)
        let push = ScriptedPush()
        _ = try peerBus.serve(
            .push, at: try #require(endpoints[.push]),
            permissions: Permissions([.authSession: [TellOfSignIn.self, RemoveWebhook.self]]),
            handlers: push.handlers)
        let log = LoggedLines()
        let metrics = MetricsRegistry()
        let environment = ServiceEnvironment(
            service: .authSession, settings: settings, bus: bus, endpoints: endpoints.mapValues { [$0] },
            bind: try #require(endpoints[.authSession]), logger: log.logger, metrics: metrics, clock: clock)
        let purges = Ticks()
        let harness = AuthSessionHarness(
            edge: peerBus.client(as: .edge, endpoints: endpoints),
            location: peerBus.client(as: .location, endpoints: endpoints), identity: identity, push: push, clock: clock,
            metrics: metrics, log: log, folder: folder.url, operatorToken: .token(SecretText(token.value)),
            signalPurge: { purges.signal() })
        let readiness = environment.readiness
        let outcome: Result<Value, any Error>
        do {
            let service = try await AuthSessionService(environment, feedTimeout: .seconds(30)) {
                try await purges.pause()
            }
            outcome = .success(
                try await whileRunning(
                    { try await service.run() }, isReady: { await readiness.untilReady() },
                    failed: { readiness.markShuttingDown() }, { try await body(harness) }))
        } catch {
            outcome = .failure(error)
        }
        await peerBus.shutDown(drain: .zero)
        await bus.shutDown(drain: .zero)
        try identity.close()
        return try outcome.get()
    }

    func send<R: ServiceRequest>(_ request: R, _ client: ClientInfo = ClientInfo()) async throws(BusError) -> R.Reply {
        if let act = request as? any OperatorAct, !R.senders.contains(.edge),
            let reply = try await edge.send(act, by: operatorToken) as? R.Reply
        {
            return reply
        }
        return try await edge.send(request, MessageContext(requestID: "test", client: client, timeout: .seconds(60)))
    }

    func outcome<R: ServiceRequest>(_ request: R) async throws -> ErrorCode? {
        try await serviceError { try await send(request) }?.code
    }

    /// The ticket in the answer to a first step that needs a second one.
    func ticket<R: ServiceRequest>(_ firstStep: R) async throws -> SecretText {
        let answer = try #require(try await serviceError { try await send(firstStep) })
        #expect(answer.code == .secondStepNeeded)
        return SecretText(try #require(answer.ticket).value)
    }

    func signIn(
        _ account: AccountID = .anna, _ kind: SessionKind = .rotating, isRemembered: Bool = true,
        client: ClientInfo = ClientInfo()
    ) async throws -> SignedIn {
        try await send(SignIn.of(account, kind, isRemembered: isRemembered), client)
    }

    func refresh(_ token: SecretText?) async throws -> SessionTokens {
        try await send(RefreshSession(token: try #require(token))).tokens
    }

    func authenticate(_ token: SecretText?) async throws -> Authenticate.Reply {
        try await send(Authenticate(credential: .token(try #require(token))))
    }

    /// Why a token counts for nothing; nil when it counts.
    func refusal(_ token: SecretText?) async throws -> ErrorCode? { try await authenticate(token).refusal }

    func credentials() async throws -> FeedPage {
        try await edge.send(
            ReadFeed(feed: CredentialChange.feed, epoch: nil, after: 0, limit: 1000), to: .authSession,
            MessageContext(requestID: "test"))
    }

    func untilCounted(_ name: String, _ outcome: String, _ number: Double = 1) async throws {
        try await eventually("\(name) counts \(number) of \(outcome)") { count(name, ["outcome": outcome]) == number }
    }

    func count(_ name: String, _ labels: [String: String]) -> Double {
        let pairs = labels.sorted { $0.key < $1.key }.map { [$0.key, $0.value] }
        return metrics.snapshot().first { $0.name == name && $0.labels == pairs }?.value ?? 0
    }
}

extension BusClient {
    func send<Act: OperatorAct>(
        _ act: Act, to service: ServiceName = .authSession, by shown: OperatorCredential
    ) async throws(BusError) -> Act.Reply {
        let target = (Act.self as? any ServiceRequest.Type)?.service ?? service
        let message: ActForOperator
        do { message = try ActForOperator(act, at: target, by: shown) } catch { throw .malformed("\(error)") }
        let reply = try await send(message, MessageContext(requestID: "test", timeout: .seconds(60)))
        do { return try reply.read(to: Act.self) } catch { throw .malformed("\(error)") }
    }
}

extension SignedIn {
    var shown: ShownCredential? { (tokens.accessToken ?? tokens.secret).map { ShownCredential(.token($0)) } }
}

extension SignIn {
    static func of(
        _ account: AccountID = .anna, _ kind: SessionKind = .rotating, isRemembered: Bool = true,
        password: String = ScriptedIdentity.password
    ) -> SignIn {
        SignIn(login: Personal(account.text), password: SecretText(password), kind: kind, isRemembered: isRemembered)
    }
}

extension TemporaryFolder {
    func files(holding bytes: Data) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: url.path).filter { name in
            FileManager.default.contents(atPath: url.path + "/" + name)?.range(of: bytes) != nil
        }
    }

    func loseIdentity() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: url.path)
        for name in names where name.hasPrefix("identity.sqlite") {
            try FileManager.default.removeItem(at: url.appendingPathComponent(name))
        }
    }
}
