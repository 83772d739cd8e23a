// An auth-session that knows the sessions a test gives it, and tells of their end by a real feed source.

import Logging
import MessageBus
import Models
import Synchronization

@testable import Edge

/// Answers `Authenticate`, `ReadFeed` and `RecordActivity` as auth-session does, and goes away when a test says so.
final class ScriptedAuthSession: Sendable {
    private struct State {
        var principals: [String: Principal] = [:]
        var ended: [FeedChange] = []
        var sequence: UInt64 = 7
        var epoch = FeedEpoch(rawValue: 1 << 16)
        var isAway = false
        var activities: [RecordActivity.Activity] = []
    }

    let services = ScriptedServices()
    private let state = Mutex(State())
    /// Where answers to `Authenticate` wait when a test holds them back: after they were made.
    let gate = AnswerGate()

    init() {
        let source = FeedSource { [weak self] _, epoch, after, limit in
            guard let self else { throw ServiceError(.unavailable, "gone") }
            return self.page(epoch, after)
        }
        self.source.withLock { $0 = source }
        services.script(ReadFeed.self) { [weak self] (request) async throws(BusError) in
            guard let self, !self.isAway else { throw .unavailable(.authSession) }
            guard let page = try? await source.answer(request), !self.isAway else { throw .unavailable(.authSession) }
            return page
        }
        services.script(Authenticate.self) { [weak self] (request) async throws(BusError) in
            guard let self, !self.isAway else { throw .unavailable(.authSession) }
            let reply = self.reply(to: request)
            await self.gate.pass()
            return reply
        }
        services.script(RecordActivity.self) { [weak self] (request) async throws(BusError) in
            guard let self, !self.isAway else { throw .unavailable(.authSession) }
            self.state.withLock { $0.activities += request.activities }
            return Done()
        }
    }

    private let source = Mutex<FeedSource?>(nil)

    private var isAway: Bool { state.withLock { $0.isAway } }
    var activities: [RecordActivity.Activity] { state.withLock { $0.activities } }
    /// How often it was asked who somebody is.
    var questions: Int { services.received(Authenticate.self).count }

    /// Lets `token` be a session of an account, or an API key.
    func add(_ token: String, _ principal: Principal) { state.withLock { $0.principals[token] = principal } }

    /// Ends a session or revokes a key: nobody is told but by the feed.
    func end(_ change: CredentialChange) {
        state.withLock { state in
            state.principals = state.principals.filter { $0.value.session.map { .session($0) } != change }
            state.principals = state.principals.filter { $0.value.apiKey.map { .apiKey($0) } != change }
            state.sequence += 1
            state.ended.append(FeedChange(sequence: state.sequence, key: change.key, value: nil))
        }
        source.withLock { $0 }?.changed(CredentialChange.feed)
    }

    /// Goes back to a copy in which nothing has ended and the feed has another epoch.
    func restore() {
        state.withLock { state in
            state.epoch = FeedEpoch(rawValue: state.epoch.rawValue + (1 << 16))
            state.ended = []
            state.sequence = 3
        }
        source.withLock { $0 }?.changed(CredentialChange.feed)
    }

    func goAway() {
        state.withLock { $0.isAway = true }
        source.withLock { $0 }?.changed(CredentialChange.feed)
    }

    func comeBack() { state.withLock { $0.isAway = false } }

    private func page(_ epoch: FeedEpoch?, _ after: UInt64?) -> FeedPage {
        state.withLock { state in
            let startsOver = epoch != nil && epoch != state.epoch
            let changes = after.map { after in state.ended.filter { startsOver || $0.sequence > after } } ?? []
            return FeedPage(epoch: state.epoch, changes: changes, highWater: state.sequence, startsOver: startsOver)
        }
    }

    private func reply(to request: Authenticate) -> Authenticate.Reply {
        let token =
            switch request.credential {
            case .token(let secret), .apiKey(let secret): secret.value
            }
        return state.withLock { state in
            let principal = state.principals[token]
            return Authenticate.Reply(
                principal: principal, refusal: principal == nil ? .invalidToken : nil, epoch: state.epoch,
                sequence: state.sequence)
        }
    }
}

/// Lets answers through, or keeps them until it is opened.
actor AnswerGate {
    private var isClosed = false
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private var arrivals: [CheckedContinuation<Void, Never>] = []

    func close() { isClosed = true }

    func open() {
        isClosed = false
        for answer in waiting { answer.resume() }
        waiting = []
    }

    /// Returns when an answer is being kept.
    func untilSomeoneWaits() async {
        guard waiting.isEmpty else { return }
        await withCheckedContinuation { arrivals.append($0) }
    }

    func pass() async {
        guard isClosed else { return }
        await withCheckedContinuation { continuation in
            waiting.append(continuation)
            for arrival in arrivals { arrival.resume() }
            arrivals = []
        }
    }
}
