// Answers UpdateProfile: a person changes what their account says.

import Models

/// Answers `UpdateProfile`.
struct UpdateProfileHandler: Sendable {
    let desk: IdentityDesk

    func handle(_ request: UpdateProfile, _ context: MessageContext) async throws -> AccountProfile {
        try await desk.metrics.measure(UpdateProfile.self) {
            let names = try NameRules.checked(request.names)
            let details = try DetailRules.checked(request.details)
            let present = try await desk.ask(context) { store, _ throws(IdentityStoreError) in
                try await store.getProfile(request.account)
            }
            var checked: AccountPassword?
            if NameRules.change(names, from: present.names) {
                guard let password = request.password else { throw Refusal.passwordNeeded.answer }
                checked = try await desk.prove(request.account, password, context)
            }
            let profile = try await desk.ask(context) { store, now throws(IdentityStoreError) in
                try await store.updateProfile(
                    request.account, names: names, details: details, checked: checked, at: now)
            }
            if checked != nil { desk.note(.namesChanged, request.account, context) }
            return profile
        }
    }
}
