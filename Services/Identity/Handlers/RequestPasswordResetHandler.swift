// Answers RequestPasswordReset: a person has forgotten their password.

import Models
import ServiceRuntime

/// Answers `RequestPasswordReset`.
struct RequestPasswordResetHandler: Sendable {
    let desk: IdentityDesk

    func handle(_ request: RequestPasswordReset, _ context: MessageContext) async throws -> RequestPasswordReset.Reply {
        try await desk.metrics.measure(RequestPasswordReset.self) {
            guard let address = LoginKey(try NameRules.email(request.email.value)) else {
                throw ServiceError(.invalidRequest, "that is not an e-mail address")
            }
            try desk.countReset(of: address)
            let token = ResetToken(random: desk.random(ResetToken.randomLength))
            let now = desk.now
            let end = now.adding(seconds: ResetToken.lifetimeSeconds)
            let counted = try await desk.ask(context) { store, _ throws(IdentityStoreError) in
                try await store.requestPasswordReset(of: address, token: token.hash, until: end)
            }
            desk.messages.submit(errand(counted.recipient, token, end, context))
            return RequestPasswordReset.Reply(number: counted.number, requestedAt: now)
        }
    }

    /// What is done after the answer, which is the same for an address that is nobody's.
    private func errand(
        _ recipient: ResetRequest.Recipient?, _ token: ResetToken, _ end: UnixTime, _ context: MessageContext
    ) -> MessageQueue.Errand {
        let logger = desk.logger(for: context)
        guard let recipient else { return MessageQueue.Errand(message: nil, account: nil, logger: logger) }
        desk.note(.resetRequested, recipient.account, context)
        let message = PersonalMessage(
            .passwordReset, id: opaqueIDText(desk.random(12)), to: recipient.address,
            in: recipient.locale ?? context.client?.locale, token: token.text, page: desk.settings.resetLink,
            placeOfToken: MessageSettings.tokenPlace, expiresAt: end)
        return MessageQueue.Errand(message: message, account: recipient.account, logger: logger)
    }
}
