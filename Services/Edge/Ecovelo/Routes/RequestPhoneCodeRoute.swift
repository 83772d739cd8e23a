import BaliseAPI
import Models

/// Sends a code to the number, to verify it.
func requestPhoneCode(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let phone = try call.ecoveloBody(as: SendPhoneCodeRequest.self).phoneNumber
    try call.count(.phoneCode)
    let reply: RequestPhoneCode.Reply
    do {
        reply = try await call.send(RequestPhoneCode(account: caller.account, phone: Personal(phone)))
    } catch {
        throw error.keyed(.invalidPhoneNumber, where: .invalidRequest).keyed(.limitExceeded, where: .rateLimited)
    }
    return .body(
        SendPhoneCodeResponse(
            id: caller.account.text, phone: reply.phone.value, phoneVerified: false, expiresAt: reply.expiresAt.date,
            nextAt: reply.nextAt.date))
}
