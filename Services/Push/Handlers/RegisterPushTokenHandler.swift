// Answers RegisterPushToken: an app says how its handset is reached.

import Models

/// Answers `RegisterPushToken`.
struct RegisterPushTokenHandler: Sendable {
    let desk: PushDesk

    func handle(
        _ request: RegisterPushToken, _ context: MessageContext
    ) async throws -> RegisterPushToken.Reply {
        let registration = try TokenRules.checked(request)
        guard let id = PushTokenID(opaqueIDText(desk.random(16))) else {
            throw ServiceError(.internalFailure, "no id could be made for the token")
        }
        do throws(PushStoreError) {
            let registered = try await desk.store.register(registration, as: id, at: desk.clock.now())
            return RegisterPushToken.Reply(token: registered.token, isNew: registered.isNew)
        } catch {
            throw desk.answer(to: error, context)
        }
    }
}
