// DELETE /api-keys/{id}: an operator revokes an API key.

import HTTPTypes
import Models

extension OperationsCall {
    func revokeAPIKey() async throws(EdgeError) -> Answer {
        guard let id = APIKeyID(try name()) else { throw .invalid("the address has to name a key by its id") }
        _ = try await send(RevokeAPIKey(id: id))
        return Answer(.noContent)
    }
}
