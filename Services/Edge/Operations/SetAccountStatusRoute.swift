// POST /accounts/{account}/disable and /enable: an operator closes an account, or opens it again.

import HTTPTypes
import Models

let disableAccount = setAccountStatus(.disabled)
let enableAccount = setAccountStatus(.active)

/// Gives an account a status. The answer to a closed account comes when its sessions have ended.
private func setAccountStatus(_ status: AccountStatus) -> OperationsHandler.Answering {
    { call throws(EdgeError) in
        try call.checkBodySaysNothing()
        _ = try await call.send(SetAccountStatus(account: try call.account(), status: status))
        return Answer(.noContent)
    }
}
