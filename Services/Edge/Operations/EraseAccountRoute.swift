// DELETE /accounts/{account}: an operator erases an account.

import HTTPTypes
import Models

func eraseAccount(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    try call.checkBodySaysNothing()
    _ = try await call.send(EraseAccount(account: try call.account()))
    return Answer(.noContent)
}
