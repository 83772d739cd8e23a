// The calls of the operations port, like a table of contents.

import BaliseAPI
import HTTPTypes
import Models
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
        .operation(OperatorCalls.listAPIKeys, listAPIKeys),
        .operation(OperatorCalls.createAPIKey, createAPIKey),
        .operation(OperatorCalls.revokeAPIKey, revokeAPIKey),
        // Accounts
        .operation(OperatorCalls.findAccount, findAccount),
        .operation(OperatorCalls.eraseAccount, eraseAccount),
        .operation(OperatorCalls.operatorGetErasure, operatorGetErasure),
        .operation(OperatorCalls.disableAccount, disableAccount),
        .operation(OperatorCalls.enableAccount, enableAccount),
        // Devices
        .operation(OperatorCalls.operatorResetDeviceKey, operatorResetDeviceKey),
        .operation(OperatorCalls.operatorRemoveDeviceKey, operatorRemoveDeviceKey),
        // Signing keys
        .operation(OperatorCalls.rotateSigningKey, rotateSigningKey),
        // Accounts that identity has lost
        .operation(OperatorCalls.listMissingAccounts, listMissingAccounts),
        .operation(OperatorCalls.eraseMissingAccounts, eraseMissingAccounts),
        .operation(OperatorCalls.keepMissingAccounts, keepMissingAccounts),
    ]
}

extension Route where Handler == OperationsHandler {
    /// A call of operators. Metrics, and the log of what operators change, call it as the definition does, with a
    /// capital at the beginning and without an `operator` in front, which tells some from calls of apps.
    fileprivate static func operation<Request, Reply>(
        _ definition: APICallDefinition<Request, Reply>, _ handler: @escaping OperationsHandler
    ) -> Route {
        let name = definition.name.trimmingPrefix("operator")
        return .call(definition, name: name.prefix(1).uppercased() + name.dropFirst(), handler)
    }
}
