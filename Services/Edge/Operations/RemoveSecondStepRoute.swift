import HTTPTypes
import Models

/// For a user who has lost the app and the recovery codes. The operator must verify that the user asks for it.
func removeSecondStep(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    try call.checkBodySaysNothing()
    _ = try await call.send(RemoveTOTP(account: try call.account()))
    return Answer(.noContent)
}
