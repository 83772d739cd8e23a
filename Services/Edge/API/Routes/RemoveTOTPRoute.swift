import BaliseAPI
import Models

func removeTOTP(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let proof = try call.proof(of: caller)
    let message = RequestTOTPRemoval(
        account: caller.account, session: caller.session, proof: proof, shown: caller.shown)
    _ = try await call.send(message, proving: proof)
    return .done("The second step is removed.")
}
