import HTTPTypes
import Models

let disableAccount = setAccountStatus(.disabled)
let enableAccount = setAccountStatus(.active)

/// Sets an account's status. The answer about a closed account waits until its sessions have ended.
private func setAccountStatus(_ status: AccountStatus) -> OperationsHandler.Answering {
    { call throws(EdgeError) in
        try call.checkBodySaysNothing()
        _ = try await call.send(SetAccountStatus(account: try call.account(), status: status))
        return Answer(.noContent)
    }
}
