// POST users/me/location-devices/{device}/handover: a person hands a Miataru device over to somebody else.

import BaliseAPI
import Models

/// Whoever shows the ticket has all places of the device, so whoever asks for one has to have signed in a moment ago.
func offerDevice(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let offered = try await call.send(
        OfferDevice(account: caller.account, device: try call.device(), session: caller.session))
    return .enveloped(
        OfferedMiataruDevice(ticket: SecretString(offered.ticket), expiresAt: offered.expiresAt.date))
}
