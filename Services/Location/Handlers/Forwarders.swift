import Models
import ServiceRuntime

extension LocationContext {
    func createForwarder(_ request: CreateForwarder, _ context: MessageContext) async throws -> Forwarder {
        try ForwarderRules.check(request, poster.targets)
        let now = self.now
        if let wait = forwarders.count(request, at: now) {
            throw ServiceError(
                .rateLimited, "too many new forwarders today; wait \(wait) s and try again", retryAfter: wait)
        }
        do {
            let id = try ForwarderID(random: random(ForwarderRules.idLength))
            return try await ask(request, context) { store, now throws(LocationStoreError) in
                try await store.createForwarder(request, id, at: now)
            }
        } catch {
            forwarders.takeBack(request, at: now)
            throw error
        }
    }

    func listForwarders(_ request: ListForwarders, _ context: MessageContext) async throws -> [Forwarder] {
        try await ask(request, context) { store, _ throws(LocationStoreError) in
            try await store.listForwarders(request.device, of: request.account)
        }
    }

    func removeForwarder(_ request: RemoveForwarder, _ context: MessageContext) async throws -> Done {
        try await ask(request, context) { store, _ throws(LocationStoreError) in
            try await store.removeForwarder(request)
        }
    }

    /// Sends the present place now. The reply arrives before the edge stops waiting. It has only the target's status:
    /// the body may be of a machine that the user must not read.
    func testForwarder(_ request: TestForwarder, _ context: MessageContext) async throws -> TestForwarder.Reply {
        let (now, tested) = (self.now, [request.account.text, request.forwarder.text])
        if let wait = forwarders.tests.count(tested, at: now) {
            throw ServiceError(
                .rateLimited, "this forwarder has just been tested; wait \(wait) s and try again", retryAfter: wait)
        }
        let place: DuePlace
        do {
            place = try await ask(request, context) { store, now throws(LocationStoreError) in
                try await store.testForwarder(request, at: now)
            }
        } catch {
            forwarders.tests.takeBack(tested, at: now)
            throw error
        }
        do throws(WebClient.Failure) {
            let web = try await poster.open(place.forwarder, of: request.account, timeout: .seconds(4))
            let status: Int
            do throws(WebClient.Failure) { status = try await poster.post(place, by: web) } catch {
                await web.close()
                throw error
            }
            await web.close()
            let isAccepted = ForwarderRules.outcome(of: status) == .accepted
            if isAccepted { try? await store.resumeForwarder(place.forwarder, at: now) }
            return TestForwarder.Reply(
                isAccepted: isAccepted, status: status, outcome: ForwarderRules.words(for: status))
        } catch {
            return TestForwarder.Reply(isAccepted: false, outcome: "the target has not answered: \(error.description)")
        }
    }
}
