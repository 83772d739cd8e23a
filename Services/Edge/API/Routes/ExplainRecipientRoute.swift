// GET announcements/{id}/recipients/{account}: why was somebody told, or not?

import HTTPInterface
import Models

func explainRecipient(_ call: APICall, _: APIKeyID) async throws(EdgeError) -> Answer {
    guard let account = AccountID(try call.parameter(1)) else {
        throw .invalid("The address must name an account by its id.")
    }
    let explanation = try await call.send(ExplainRecipient(id: try call.announcement(), account: account))
    return .enveloped(RecipientBody(explanation, of: account))
}
