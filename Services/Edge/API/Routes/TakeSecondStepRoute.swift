import BaliseAPI
import Models

func takeSecondStep(_ call: APICall) async throws(EdgeError) -> Answer {
    try call.signedIn(try await call.sendSecondStep(try call.body(as: TakeSecondStepRequest.self)))
}

extension APICall {
    /// Sends the code. The body says whether it is a TOTP or a recovery code.
    func sendSecondStep(_ body: TakeSecondStepRequest) async throws(EdgeError) -> SignedIn {
        guard (body.code == nil) != (body.recoveryCode == nil) else {
            throw .invalid("Send either a code of the app or a recovery code.", field: "code")
        }
        return try await sendPassword(
            TakeSecondStep(
                ticket: SecretText(body.ticket), shownCode: body.code.map(SecretText.init),
                recoveryCode: body.recoveryCode.map(SecretText.init)))
    }
}
