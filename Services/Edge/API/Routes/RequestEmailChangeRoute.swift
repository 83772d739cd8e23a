import BaliseAPI
import Models

/// The only proof of an anonymous user is their session. Identity checks that nothing else opens the account.
func requestEmailChange(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let body = try call.body(as: ChangeEmailRequest.self)
    let isNobody = caller.principal.signInMethod == .anonymous && body.proof == RequestErasureRequest()
    let proof = isNobody ? nil : try call.proof(body.proof, of: caller)
    try call.count(.emailCode)
    let message = RequestEmailChange(
        account: caller.account, session: caller.session, address: Personal(body.email), proof: proof,
        shown: caller.shown)
    guard let proof else { return .enveloped(SentEmailCode(try await call.sendPassword(message))) }
    return .enveloped(SentEmailCode(try await call.send(message, proving: proof)))
}
