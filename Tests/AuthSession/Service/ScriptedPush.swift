final class ScriptedPush: Sendable {
    private struct State {
        var notices: [TellOfSignIn] = []
        var refusals: [ErrorCode] = []
        var webhooksEnded: [PublisherID] = []
    }

    private let state = Mutex(State())

    var notices: [TellOfSignIn] { state.withLock { $0.notices } }

    var webhooksEnded: [PublisherID] { state.withLock { $0.webhooksEnded } }

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
