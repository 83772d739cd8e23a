import Models

struct SetKindsHandler: Sendable {
    let service: PreferenceContext

    func handle(_ request: SetKinds, _ context: MessageContext) async throws -> KindSwitches {
        try service.rules.check(request.choices)
        let rules = service.rules
        return service.switches(
            try await service.store.change(request.account, at: service.clock.now()) {
                rules.apply(request.choices, to: &$0)
            })
    }
}
