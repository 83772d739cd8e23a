import BaliseAPI
import Models

/// The ticket gives access to all places of the device, so the user must have signed in recently.
func offerDevice(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let offered = try await call.send(
        OfferDevice(account: caller.account, device: try call.device(), session: caller.session))
    return .enveloped(
        OfferedMiataruDevice(ticket: SecretString(offered.ticket), expiresAt: offered.expiresAt.date))
}
