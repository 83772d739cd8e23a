// DELETE /accounts/{account}: an operator erases an account.

import HTTPTypes
import Models

extension OperationsCall {
    func eraseAccount() async throws(EdgeError) -> Answer {
        _ = try await send(EraseAccount(account: try account()))
        return Answer(.noContent)
    }
}
