import BaliseAPI
import Models

func getSecondStep(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let status = try await call.send(GetSecondStep(account: caller.account))
    return .enveloped(
        SecondStepState(
            isActive: status.confirmedAt != nil, confirmedAt: status.confirmedAt?.date,
            lastUsedAt: status.lastUsedAt?.date, recoveryCodesLeft: status.recoveryCodesLeft))
}
