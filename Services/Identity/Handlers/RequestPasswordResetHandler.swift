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
            let recipient = try await desk.ask(context) { store, _ throws(IdentityStoreError) in
                try await store.requestPasswordReset(of: address, token: token.hash, until: end)
            }
            desk.messages.submit(errand(recipient, token, end, context))
            return RequestPasswordReset.Reply(number: randomNumber(), requestedAt: now)
        }
    }

    /// A number that every reader of JSON takes whole, from 1 to 2^53 - 1.
    private func randomNumber() -> Int64 {
        let bits = desk.random(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return max(1, Int64(bits >> 11))
    }

    /// What is done after the answer, which is the same for an address that is nobody's.
    private func errand(
        _ recipient: ResetRecipient?, _ token: ResetToken, _ end: UnixTime, _ context: MessageContext
    ) -> MessageQueue.Errand {
        let logger = desk.logger(for: context)
        guard let recipient else { return MessageQueue.Errand(message: nil, account: nil, logger: logger) }
        desk.note(.resetRequested, recipient.account, context)
        let message = PersonalMessage(
            .passwordReset, id: opaqueIDText(desk.random(12)), of: recipient.account, to: recipient.address,
            in: recipient.locale ?? context.client?.locale, token: token.text, page: desk.settings.resetLink,
            placeOfToken: MessageSettings.tokenPlace, expiresAt: end)
        return MessageQueue.Errand(message: message, account: recipient.account, logger: logger)
    }
}
