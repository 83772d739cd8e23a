import Models

struct RenewRecoveryCodesHandler: Sendable {
    let service: IdentityContext

    func handle(_ request: RenewRecoveryCodes, _ context: MessageContext) async throws -> RecoveryCodes {
        try await service.metrics.measure(RenewRecoveryCodes.self) {
            let (codes, hashes) = service.madeRecoveryCodes(for: request.account)
            try await service.proving(request.person, of: request.account, context) { proof in
                try await service.store.renewRecoveryCodes(
                    request.account, by: request.person, proof: proof, hashes, at: service.now)
            }
            service.record(.recoveryCodesRenewed, request.account, context)
            return codes
        }
    }
}
