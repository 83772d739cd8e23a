import BaliseAPI
import Models

/// The recent sign-in was checked when the app got the secret, which waits for an hour.
func confirmTOTP(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let body = try call.body(as: ConfirmSecondStepRequest.self)
    let message = ConfirmTOTP(
        account: caller.account, signedInAt: caller.principal.signedInAt, shownCode: SecretText(body.code),
        session: caller.session)
    return .enveloped(RecoveryCodeList(try await call.sendPassword(message)))
}

extension RecoveryCodeList {
    init(_ codes: RecoveryCodes) { self.init(recoveryCodes: codes.codes.map(SecretString.init)) }
}
