import BaliseAPI
import Models

/// Also clears the copy in the profile.
func erasePosition(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    _ = try await call.send(ErasePosition(account: caller.account))
    try await call.clearPlaceOfProfile(of: caller.account)
    return .done("Your position is erased. The next one that your app reports is kept again.")
}
