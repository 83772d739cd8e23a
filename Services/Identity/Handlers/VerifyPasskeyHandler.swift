import Models
import Storage
import WebAuthn

struct VerifyPasskeyHandler: Sendable {
    let service: IdentityContext

    func handle(_ request: VerifyPasskey, _ context: MessageContext) async throws -> VerifiedAccount {
        try await service.metrics.measure(VerifyPasskey.self) {
            try await service.metrics.measureSignIn(by: .passkey) {
                let party = try service.settledRelyingParty()
                var account: AccountID?
                do {
                    let (verified, hasCancelledErasure) = try await verify(request, party, &account, context)
                    if hasCancelledErasure { service.record(.erasureCancelled, account, context) }
                    try service.check(verified, takesSecondStep: request.takesSecondStep)
                    service.record(verified.firstStep == nil ? .signIn : .firstStepTaken, account, context)
                    return verified
                } catch {
                    throw refused(error, account, context)
                }
            }
        }
    }

    /// - Parameter account: Set as soon as the passkey's account is known.
    private func verify(
        _ request: VerifyPasskey, _ party: RelyingParty, _ account: inout AccountID?, _ context: MessageContext
    ) async throws -> (verified: VerifiedAccount, hasCancelledErasure: Bool) {
        let assertion = request.assertion
        let data = try ClientData(assertion.clientData, of: .signIn, for: party)
        let challenge = try party.challenges.check(data.challenge, for: .signIn, at: service.now)
        guard let passkey = try await service.store.findPasskey(credential: assertion.credentialID) else {
            throw PasskeyRefusal.credential
        }
        account = passkey.account
        let shown = try ShownPasskey(assertion, passkey, clientDataHash: data.hash, for: party)
        return try await service.store.verifyPasskey(
            shown, credential: assertion.credentialID, answering: challenge,
            login: LoginRecord(context.client, by: .passkey), from: service.seenNetwork(of: passkey.account, context),
            cancelsErasure: request.cancelsErasure ?? false, at: service.now)
    }

    private func refused(_ error: any Error, _ account: AccountID?, _ context: MessageContext) -> any Error {
        if let refusal = PasskeyRefusal(of: error) {
            if refusal == .counter { service.record(.passkeyDoubled, account, context) }
            service.record(.signInRefused, account, reason: refusal.rawValue, refusedBy: .passkey, context)
            return refusal.signInAnswer
        }
        switch ServiceError(answering: error)?.code {
        case .erasurePending:
            service.record(.signInRefused, account, reason: "to be erased", refusedBy: .passkey, context)
            return error
        case .wrongCredentials:
            service.record(.signInRefused, account, reason: "disabled", refusedBy: .passkey, context)
            return ServiceError(.wrongCredentials, "the account cannot be used at the moment")
        default: return error
        }
    }
}
