import BaliseAPI
import Models

func requestEmailVerification(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    try await requestEmailCode(.verification, call, caller)
}

func requestProofCode(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    try await requestEmailCode(.proof, call, caller)
}

private func requestEmailCode(
    _ purpose: RequestEmailCode.Purpose, _ call: APICall, _ caller: Caller
) async throws(EdgeError) -> Answer {
    try call.count(.emailCode)
    return .enveloped(
        SentEmailCode(try await call.send(RequestEmailCode(account: caller.account, purpose: purpose))))
}

extension SentEmailCode {
    /// The expiry of the code, and the earliest time for another one.
    init(_ reply: RequestEmailCode.Reply) {
        self.init(expiresAt: reply.expiresAt.date, nextAt: reply.nextAt.date)
    }
}
