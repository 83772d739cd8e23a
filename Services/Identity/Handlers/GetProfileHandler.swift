// Answers GetProfile: what an account says about its person.

import Models

/// Answers `GetProfile`.
struct GetProfileHandler: Sendable {
    let desk: IdentityDesk

    func handle(_ request: GetProfile, _ context: MessageContext) async throws -> AccountProfile {
        try await desk.ask(context) { store, _ throws(IdentityStoreError) in
            try await store.getProfile(request.account)
        }
    }
}
