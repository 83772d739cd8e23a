import BaliseAPI
import Models

func confirmEmail(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    try await confirm(.verification, call, caller)
}

func confirmEmailChange(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    try await confirm(.change, call, caller)
}

private func confirm(
    _ purpose: RequestEmailCode.Purpose, _ call: APICall, _ caller: Caller
) async throws(EdgeError) -> Answer {
    let code = SecretText(try call.body(as: ConfirmEmailRequest.self).code)
    return call.user(try await call.confirmEmail(purpose, code, caller))
}

extension APICall {
    /// Shows a code for an address. After the first proof of the address the caller's session goes on and the others end.
    func confirmEmail(
        _ purpose: RequestEmailCode.Purpose, _ code: SecretText, _ caller: Caller
    ) async throws(EdgeError) -> AccountProfile {
        try await sendPassword(
            ConfirmEmail(
                account: caller.account, purpose: purpose, emailCode: code, signedInAt: caller.principal.signedInAt,
                session: caller.session))
    }
}
