import BaliseAPI
import Models

/// Requests a code for a sign-in. The answer does not reveal whether the address is known.
func requestEmailSignIn(_ call: APICall) async throws(EdgeError) -> Answer {
    try call.count(.emailCode)
    let email = try call.body(as: EmailSignInRequest.self).email
    return try await call.send(
        RequestEmailSignIn(email: Personal(email)),
        done: "If an account has confirmed the address, a code is on its way to it.")
}

func signInWithEmailCode(_ call: APICall) async throws(EdgeError) -> Answer {
    let body = try call.body(as: SignInWithEmailCodeRequest.self)
    let reply = try await call.sendPassword(
        SignInWithEmailCode(
            email: Personal(body.email), emailCode: body.code, kind: body.kind ?? .rotating,
            isRemembered: body.rememberDevice ?? true, cancelsErasure: body.cancelErasure))
    return try call.signedIn(reply)
}

let requestEmailVerification = requestEmailCode(.verification)
let requestProofCode = requestEmailCode(.proof)

private func requestEmailCode(_ purpose: RequestEmailCode.Purpose) -> AppHandler.ForAccount {
    { call, caller throws(EdgeError) in
        try call.count(.emailCode)
        return .enveloped(try await call.send(RequestEmailCode(account: caller.account, purpose: purpose)))
    }
}

let confirmEmail = confirm(.verification)
let confirmEmailChange = confirm(.change)

private func confirm(_ purpose: RequestEmailCode.Purpose) -> AppHandler.ForAccount {
    { call, caller throws(EdgeError) in
        let code = try call.body(as: ConfirmEmailRequest.self).code
        return call.user(try await call.confirmEmail(purpose, code, caller))
    }
}

extension APICall {
    /// Confirms an address by its code. The first proof of the address ends all sessions except the caller's.
    func confirmEmail(
        _ purpose: RequestEmailCode.Purpose, _ code: SecretText, _ caller: Caller
    ) async throws(EdgeError) -> AccountProfile {
        try await sendPassword(
            ConfirmEmail(
                account: caller.account, purpose: purpose, emailCode: code, signedInAt: caller.principal.signedInAt,
                session: caller.session))
    }
}

/// Requests a code for a new address. The only proof of an anonymous user is their session; the identity service checks
/// that nothing else opens the account.
func requestEmailChange(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let body = try call.body(as: ChangeEmailRequest.self)
    let isNobody = caller.principal.signInMethod == .anonymous && body.proof == .recentSignIn
    let proof = isNobody ? nil : try call.proof(body.proof, of: caller)
    try call.count(.emailCode)
    let message = RequestEmailCode(account: caller.account, purpose: .change, address: Personal(body.email))
    return .enveloped(try await call.send(message, proving: proof, by: caller))
}
