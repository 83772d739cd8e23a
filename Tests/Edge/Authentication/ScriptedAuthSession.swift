final class ScriptedAuthSession: Sendable {
    private let knowledge = Knowledge()
    private let source: FeedSource

    init() {
        let knowledge = knowledge
        source = FeedSource(pollTimeout: .milliseconds(100)) { name, epoch, after, limit in
            guard name == CredentialChange.feed else { throw ServiceError(.notFound, "there is no such feed") }
            return knowledge.page(epoch, after, limit)
        }
    }

    func serve(on bus: MessageBus, at endpoint: Endpoint) throws -> BusServer {
        let knowledge = knowledge
        var handlers = HandlerTable()
        handlers.onPool(Authenticate.self) { request, _ in await knowledge.answer(request) }
        handlers.onPool(RecordActivity.self) { request, _ in
            knowledge.state.withLock { $0.activities += request.activities }
            return Done()
        }
        handlers.onPool(AwaitAccountChanges.self) { [weak self] _, _ in
            for secret in knowledge.state.withLock({ $0.endsOfAccounts }) { self?.end(secret) }
            return Done()
        }
        source.serve(in: &handlers, to: [.edge])
        return try bus.serve(
            .authSession, at: endpoint,
            permissions: Permissions([
                .edge: [Authenticate.self, RecordActivity.self, AwaitAccountChanges.self, ReadFeed.self]
            ]),
            handlers: handlers)
    }

    func know(_ secret: String, as principal: Principal) {
        knowledge.state.withLock { $0.principals[secret] = principal }
    }

    func refuse(_ secret: String, because code: ErrorCode) { knowledge.state.withLock { $0.refusals[secret] = code } }

    func end(_ secret: String) {
        knowledge.state.withLock { state in
            guard let principal = state.principals.removeValue(forKey: secret) else { return }
            let change = principal.session.map(CredentialChange.session) ?? .apiKey(principal.apiKey!)
            state.changes.append(FeedChange(sequence: UInt64(state.changes.count) + 1, key: change.key, value: nil))
        }
        source.changed(CredentialChange.feed)
    }

    /// The same, but only after it was asked to read the news of accounts.
    func endWithAccount(_ secret: String) { knowledge.state.withLock { $0.endsOfAccounts.append(secret) } }

    func questions(about secret: String) -> Int {
        knowledge.state.withLock { state in state.asked.count { $0 == secret } }
    }

    var activities: [RecordActivity.Activity] { knowledge.state.withLock { $0.activities } }

    /// Makes the answers about `secret` now, and keeps them until `release`.
    func hold(_ secret: String) { knowledge.state.withLock { $0.held[secret] = [] } }

    func heldAnswers(about secret: String) -> Int { knowledge.state.withLock { $0.held[secret]?.count ?? 0 } }

    func release(_ secret: String) {
        for answer in knowledge.state.withLock({ $0.held.removeValue(forKey: secret) }) ?? [] { answer.resume() }
    }
}

private final class Knowledge: Sendable {
    struct State {
        var epoch = FeedEpoch(rawValue: 1)
        var principals: [String: Principal] = [:]
        var refusals: [String: ErrorCode] = [:]
        var changes: [FeedChange] = []
        var asked: [String] = []
        var endsOfAccounts: [String] = []
        var activities: [RecordActivity.Activity] = []
        var held: [String: [CheckedContinuation<Void, Never>]] = [:]
    }

    let state = Mutex(State())

    func answer(_ request: Authenticate) async -> Authenticate.Reply {
        let secret =
            switch request.credential {
            case .token(let secret), .apiKey(let secret): secret.value
            }
        let reply = state.withLock { state in
            state.asked.append(secret)
            let principal = state.principals[secret]
            return Authenticate.Reply(
                principal: principal, refusal: principal == nil ? state.refusals[secret] ?? .invalidToken : nil,
                epoch: state.epoch, sequence: UInt64(state.changes.count))
        }
        await withCheckedContinuation { continuation in
            let goesAtOnce = state.withLock { state in
                state.held[secret]?.append(continuation)
                return state.held[secret] == nil
            }
            if goesAtOnce { continuation.resume() }
        }
        return reply
    }

    func page(_ epoch: FeedEpoch?, _ after: UInt64?, _ limit: Int) -> FeedPage {
        state.withLock { state in
            let highWater = UInt64(state.changes.count)
            guard let after else {
                return FeedPage(epoch: state.epoch, changes: [], highWater: highWater, startsOver: false)
            }
            let isGood = epoch == state.epoch && after <= highWater
            let changes = state.changes.dropFirst(isGood ? Int(after) : 0).prefix(limit)
            return FeedPage(epoch: state.epoch, changes: Array(changes), highWater: highWater, startsOver: !isGood)
        }
    }
}

final class AuthSessionBus: Sendable {
    let client: BusClient
    private let folder: TemporaryFolder
    private let endpoint: Endpoint
    private let authBus: MessageBus
    private let edgeBus: MessageBus

    init() throws {
        folder = try TemporaryFolder()
        endpoint = try Endpoint("ipc://\(folder.url.path)/auth-session.sock")
        authBus = try MessageBus(.patient(.authSession))
        edgeBus = try MessageBus(.patient(.edge))
        client = edgeBus.client(as: .edge, endpoints: [.authSession: endpoint])
    }

    func serve(_ auth: ScriptedAuthSession) throws -> BusServer { try auth.serve(on: authBus, at: endpoint) }

    func end() async {
        await edgeBus.shutDown(drain: .zero)
        await authBus.shutDown(drain: .zero)
    }
}
