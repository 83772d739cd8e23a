// Answers RemovePhone: a person takes their phone number back.

import Models

/// Answers `RemovePhone`.
struct RemovePhoneHandler: Sendable {
    let desk: IdentityDesk

    func handle(_ request: RemovePhone, _ context: MessageContext) async throws -> AccountProfile {
        try await desk.metrics.measure(RemovePhone.self) {
            let profile = try await desk.ask(context) { store, now throws(IdentityStoreError) in
                try await store.removePhone(request.account, at: now)
            }
            desk.note(.phoneRemoved, request.account, context)
            return profile
        }
    }
}
