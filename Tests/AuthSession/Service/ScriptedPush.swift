/// A push service that takes notices of sign-ins and of publishers without a key, or refuses them as a test says.
final class ScriptedPush: Sendable {
    private struct State {
        var notices: [TellOfSignIn] = []
        var refusals: [ErrorCode] = []
        var webhooksEnded: [PublisherID] = []
    }

    private let state = Mutex(State())

    /// The sign-in notices that it received, in order, including those that it refused.
    var notices: [TellOfSignIn] { state.withLock { $0.notices } }

    /// The publishers whose webhooks it was asked to end, in order, including those that it refused.
    var webhooksEnded: [PublisherID] { state.withLock { $0.webhooksEnded } }

    /// Refuses the next messages so.
    func refuse(_ codes: [ErrorCode]) { state.withLock { $0.refusals = codes } }

    var handlers: HandlerTable {
        var handlers = HandlerTable()
        handlers.on(TellOfSignIn.self) { request, _ in
            let refusal: ErrorCode? = self.state.withLock { state in
                state.notices.append(request)
                return state.refusals.isEmpty ? nil : state.refusals.removeFirst()
            }
            if let refusal { throw ServiceError(refusal, "not now") }
            return Done()
        }
        handlers.on(RemoveWebhook.self) { request, _ in
            let refusal: ErrorCode? = self.state.withLock { state in
                state.webhooksEnded.append(request.publisher)
                return state.refusals.isEmpty ? nil : state.refusals.removeFirst()
            }
            if let refusal { throw ServiceError(refusal, "not now") }
            return Done()
        }
        return handlers
    }
}
