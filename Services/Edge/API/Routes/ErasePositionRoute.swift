// DELETE users/me/position: a person has their position erased.

import BaliseAPI
import Models

/// The copy in their profile goes too.
func erasePosition(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    _ = try await call.send(ErasePosition(account: caller.account))
    try await call.clearPlaceOfProfile(of: caller.account)
    return .done("Your position is erased. The next one that your app reports is kept again.")
}
