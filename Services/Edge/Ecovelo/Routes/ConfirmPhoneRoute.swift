// POST users/me/phone/confirm and cyclists/confirm: a person shows the code that was sent to their phone.

import BaliseAPI
import Models

func confirmPhone(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    guard let code = try call.body().secret("code") else {
        throw EdgeError.invalid("The member code is missing.").keyed(.missingParameter, where: .invalidRequest)
    }
    do {
        return .cyclist(
            try await call.sendPassword(ConfirmPhone(account: caller.account, phoneCode: code)), caller)
    } catch {
        throw error.keyed(.limitExceeded, where: .rateLimited)
    }
}
