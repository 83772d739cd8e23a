import BaliseAPI
import Models

func renamePasskey(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let message = RenamePasskey(
        account: caller.account, passkey: try call.passkey(),
        name: Personal(try call.body(as: RenamePasskeyRequest.self).name))
    return .enveloped(BalisePasskey(try await call.send(message)))
}
