import BaliseAPI
import Models

/// The user can see that this was asked, and by whom.
func explainRecipient(_ call: APICall, _ publisher: Publisher) async throws(EdgeError) -> Answer {
    guard let account = AccountID(try call.parameter(1)) else {
        throw .invalid("The address must name an account by its id.")
    }
    let explanation = try await call.send(
        ExplainRecipient(id: try call.announcement(), account: account, askedBy: publisher.keyName))
    return .enveloped(AnnouncementRecipient(explanation, of: account))
}
