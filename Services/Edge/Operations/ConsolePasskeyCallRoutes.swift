import BaliseAPI
import HTTPTypes
import Models
import OperatorAPI

func listConsolePasskeys(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    .body(ConsolePasskeyList(passkeys: try await call.send(ListAPIKeyPasskeys()).map { ConsolePasskey($0) }))
}

func removeConsolePasskey(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    try call.checkBodySaysNothing()
    _ = try await call.send(RemoveAPIKeyPasskey(passkey: try call.passkey()))
    return Answer(.noContent)
}

extension OperationsCall {
    func passkey() throws(EdgeError) -> PasskeyID {
        guard let id = PasskeyID(try name()) else { throw EdgeError(.notFound, "this passkey does not exist") }
        return id
    }
}

extension ConsolePasskey {
    init(_ passkey: APIKeyPasskey) {
        self.init(
            id: passkey.id.text, apiKey: passkey.key.text, apiKeyName: passkey.keyName, name: passkey.name,
            createdAt: passkey.createdAt.date, lastUsedAt: passkey.lastUsedAt?.date)
    }
}
