// POST users/me/phone/confirm and cyclists/confirm: a person shows the code that was sent to their phone.

import BaliseAPI
import Models

func confirmPhone(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let code = SecretText(try call.ecoveloBody(as: ConfirmPhoneRequest.self).code)
    do {
        return .cyclist(
            try await call.sendPassword(ConfirmPhone(account: caller.account, phoneCode: code)), caller)
    } catch {
        // The app knows one text for whatever is wrong with a code.
        throw error.keyed(.limitExceeded, where: .rateLimited).keyed(.codeMismatch, where: .invalidRequest)
    }
}
