// The calls of the operations port, like a table of contents.

import BaliseAPI
import HTTPTypes
import OperatorAPI

/// What answers a call of the operations port. Whom it answers stands in the call's definition: anybody on this
/// machine, for health checks, or the operator alone.
typealias OperationsHandler = @Sendable (OperationsCall) async throws(EdgeError) -> Answer

/// The calls of operators and their tools.
enum OperationsRoutes {
    static let all: [Route<OperationsHandler>] = [
        // Whether all is well
        Route(.get, "/livez", name: "livez", for: .anybody, livez),
        Route(.get, "/readyz", name: "readyz", for: .anybody, readyz),
        .get("/metrics", name: "metrics", metrics),
        // API keys
        .call(OperatorCalls.listAPIKeys, name: "ListAPIKeys", listAPIKeys),
        .call(OperatorCalls.createAPIKey, name: "CreateAPIKey", createAPIKey),
        .call(OperatorCalls.revokeAPIKey, name: "RevokeAPIKey", revokeAPIKey),
        // Accounts
        .call(OperatorCalls.findAccount, name: "FindAccount", findAccount),
        .call(OperatorCalls.eraseAccount, name: "EraseAccount", eraseAccount),
        .call(OperatorCalls.disableAccount, name: "DisableAccount", disableAccount),
        .call(OperatorCalls.enableAccount, name: "EnableAccount", enableAccount),
        // Devices
        .call(OperatorCalls.resetDeviceKey, name: "ResetDeviceKey", resetDeviceKey),
        .call(OperatorCalls.removeDeviceKey, name: "RemoveDeviceKey", removeDeviceKey),
        // Signing keys
        .call(OperatorCalls.rotateSigningKey, name: "RotateSigningKey", rotateSigningKey),
        // Accounts that identity has lost
        .call(OperatorCalls.listMissingAccounts, name: "ListMissingAccounts", listMissingAccounts),
        .call(OperatorCalls.eraseMissingAccounts, name: "EraseMissingAccounts", eraseMissingAccounts),
        .call(OperatorCalls.keepMissingAccounts, name: "KeepMissingAccounts", keepMissingAccounts),
    ]
}
