// Answers ConfirmPhone: a person shows the code that was sent to their phone.

import Models

/// Answers `ConfirmPhone`.
struct ConfirmPhoneHandler: Sendable {
    let desk: IdentityDesk

    func handle(_ request: ConfirmPhone, _ context: MessageContext) async throws -> AccountProfile {
        try await desk.metrics.measure(ConfirmPhone.self) {
            guard let code = PhoneCode(shown: request.phoneCode) else {
                throw ServiceError(.codeMismatch, "a code has \(PhoneCode.digits) digits")
            }
            // On disk before it is compared: whoever stops the service gains no try.
            let sent = try await desk.ask(context) { store, now throws(IdentityStoreError) in
                try await store.tryPhoneCode(request.account, at: now)
            }
            guard desk.phoneSecret.matches(code, for: request.account, sent.number, sent.hash) else {
                desk.note(.phoneCodeRefused, request.account, context)
                throw ServiceError(.codeMismatch, "it is another code; look at the latest message")
            }
            let profile = try await desk.ask(context) { store, now throws(IdentityStoreError) in
                try await store.confirmPhone(request.account, sent, at: now)
            }
            desk.note(.phoneConfirmed, request.account, context)
            return profile
        }
    }
}
