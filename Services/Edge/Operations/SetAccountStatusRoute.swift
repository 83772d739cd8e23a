// POST /accounts/{account}/disable and /enable: an operator closes an account, or opens it again.

import HTTPTypes
import Models

func disableAccount(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    try await setAccountStatus(.disabled, call)
}

func enableAccount(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    try await setAccountStatus(.active, call)
}

private func setAccountStatus(_ status: AccountStatus, _ call: OperationsCall) async throws(EdgeError) -> Answer {
    try call.checkBodySaysNothing()
    _ = try await call.send(SetAccountStatus(account: try call.account(), status: status))
    return Answer(.noContent)
}
