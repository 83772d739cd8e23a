import BaliseAPI
import Models

func confirmPhone(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let code = SecretText(try call.ecoveloBody(as: ConfirmPhoneRequest.self).code)
    do {
        return .cyclist(
            try await call.sendPassword(ConfirmPhone(account: caller.account, phoneCode: code)), caller)
    } catch {
        // The app has one text for every problem with a code.
        throw error.keyed(.limitExceeded, where: .rateLimited).keyed(.codeMismatch, where: .invalidRequest)
    }
}
