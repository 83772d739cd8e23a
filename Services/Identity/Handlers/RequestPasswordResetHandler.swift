// Answers RequestPasswordReset: a person has forgotten their password.

import Models
import ServiceRuntime
import ServiceSettings

/// Answers `RequestPasswordReset`.
struct RequestPasswordResetHandler: Sendable {
    let service: IdentityContext

    func handle(_ request: RequestPasswordReset, _ context: MessageContext) async throws -> RequestPasswordReset.Reply {
        try await service.metrics.measure(RequestPasswordReset.self) {
            guard let address = LoginKey(try NameRules.email(request.email.value)) else {
                throw ServiceError(.invalidRequest, "that is not an e-mail address")
            }
            try service.countReset(of: address)
            let token = ResetToken(random: service.random(ResetToken.randomLength))
            let now = service.now
            let end = now.adding(seconds: ResetToken.lifetimeSeconds)
            let recipient = try await service.store.requestPasswordReset(of: address, token: token.hash, until: end)
            service.messages.submit(job(recipient, token, end, context))
            return RequestPasswordReset.Reply(number: randomNumber(), requestedAt: now)
        }
    }

    /// A number that every reader of JSON takes whole, from 1 to 2^53 - 1.
    private func randomNumber() -> Int64 {
        let bits = service.random(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return max(1, Int64(bits >> 11))
    }

    /// What is done after the answer, which is the same for an address that is nobody's.
    private func job(
        _ recipient: ResetRecipient?, _ token: ResetToken, _ end: UnixTime, _ context: MessageContext
    ) -> MessageQueue.Job {
        let logger = service.logger(for: context)
        guard let recipient else { return MessageQueue.Job(message: nil, account: nil, logger: logger) }
        service.record(.resetRequested, recipient.account, context)
        let message = PersonalMessage(
            .passwordReset, id: opaqueIDText(service.random(12)), of: recipient.account, to: recipient.address,
            in: recipient.locale ?? context.client?.locale, token: token.text, page: service.settings.resetLink,
            placeOfToken: MessageSettings.tokenPlace, expiresAt: end)
        return MessageQueue.Job(message: message, account: recipient.account, logger: logger)
    }
}
