import BaliseAPI
import Models

func listPasskeys(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let passkeys = try await call.send(ListPasskeys(account: caller.account))
    return .enveloped(BalisePasskeyList(passkeys: passkeys.map(BalisePasskey.init), totalCount: passkeys.count))
}
