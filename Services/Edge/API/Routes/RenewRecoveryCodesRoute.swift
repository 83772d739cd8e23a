import BaliseAPI
import Models

func renewRecoveryCodes(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let proof = try call.proof(of: caller)
    let message = RequestRecoveryCodes(
        account: caller.account, session: caller.session, proof: proof, shown: caller.shown)
    return .enveloped(RecoveryCodeList(try await call.send(message, proving: proof)))
}
