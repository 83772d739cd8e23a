import BaliseAPI
import Models

func takeSecondStep(_ call: APICall) async throws(EdgeError) -> Answer {
    try call.signedIn(try await call.sendSecondStep(try call.body(as: TakeSecondStepRequest.self)))
}

extension APICall {
    func sendSecondStep(_ body: TakeSecondStepRequest) async throws(EdgeError) -> SignedIn {
        guard (body.code == nil) != (body.recoveryCode == nil) else {
            throw .invalid("Send either a code of the app or a recovery code.", field: "code")
        }
        return try await sendPassword(
            TakeSecondStep(ticket: body.ticket, shownCode: body.code, recoveryCode: body.recoveryCode))
    }
}

/// A second step could lock the user out, so adding one requires a recent sign-in.
func beginTOTP(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let message = BeginTOTP(account: caller.account, signedInAt: caller.principal.signedInAt, session: caller.session)
    return .enveloped(try await call.send(message))
}

/// The recent sign-in was checked when the app got the secret, which waits for an hour.
func confirmTOTP(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let body = try call.body(as: ConfirmSecondStepRequest.self)
    let message = ConfirmTOTP(
        account: caller.account, signedInAt: caller.principal.signedInAt, shownCode: body.code, session: caller.session)
    return .enveloped(try await call.sendPassword(message))
}

func getSecondStep(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let status = try await call.send(GetSecondStep(account: caller.account))
    return .enveloped(
        SecondStepState(
            isActive: status.confirmedAt != nil, confirmedAt: status.confirmedAt?.date,
            lastUsedAt: status.lastUsedAt?.date, recoveryCodesLeft: status.recoveryCodesLeft))
}

func removeTOTP(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let proof = try call.proof(of: caller)
    _ = try await call.send(RemoveTOTP(account: caller.account), proving: proof, by: caller)
    return .done("The second step is removed.")
}

func renewRecoveryCodes(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let proof = try call.proof(of: caller)
    return .enveloped(try await call.send(RenewRecoveryCodes(account: caller.account), proving: proof, by: caller))
}
