// POST /accounts/{account}/disable and /enable: an operator closes an account, or opens it again.

import HTTPTypes
import Models

extension OperationsCall {
    func setAccountStatus(_ status: AccountStatus) async throws(EdgeError) -> Answer {
        _ = try await send(SetAccountStatus(account: try account(), status: status))
        return Answer(.noContent)
    }
}
