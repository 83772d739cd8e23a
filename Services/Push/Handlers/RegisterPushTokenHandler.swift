import Models

struct RegisterPushTokenHandler: Sendable {
    let service: PushContext

    func handle(_ request: RegisterPushToken, _ context: MessageContext) async throws -> RegisterPushToken.Reply {
        var registration = try TokenRules.checked(request)
        registration.timeZone = context.client?.timezone.flatMap { ZoneDatabase.system.has($0) ? $0 : nil }
        guard let id = PushTokenID(opaqueIDText(service.random(16))) else {
            throw ServiceError(.internalFailure, "no id could be made for the token")
        }
        let registered = try await service.store.register(registration, as: id, at: service.clock.now())
        return RegisterPushToken.Reply(token: registered.token, isNew: registered.isNew)
    }
}
