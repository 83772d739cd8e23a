// DELETE /accounts/{account}/second-step: an operator removes the second step of a person's sign-ins.

import HTTPTypes
import Models

/// For a person who has lost the app and the recovery codes. That it is they who ask, the operator has to find out.
func removeSecondStep(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    try call.checkBodySaysNothing()
    _ = try await call.send(RemoveTOTP(account: try call.account()))
    return Answer(.noContent)
}
