// The calls of the operations port, like a table of contents.

/// What answers a call of the operations port, and so whom it answers.
enum OperationsHandler: Sendable {
    typealias Handle = @Sendable (OperationsCall) async throws(EdgeError) -> Answer

    /// Anybody on this machine, for health checks, and the operator.
    case healthCheck(Handle)
    /// The operator.
    case operatorOnly(Handle)

    var isOpen: Bool { if case .healthCheck = self { true } else { false } }

    var handle: Handle {
        switch self {
        case .healthCheck(let handle), .operatorOnly(let handle): handle
        }
    }
}

/// The calls of operators and their tools.
enum OperationsRoutes {
    static let all: [Route<OperationsHandler>] = [
        // Whether all is well
        .get("/livez", name: "livez", .healthCheck(livez)),
        .get("/readyz", name: "readyz", .healthCheck(readyz)),
        .get("/metrics", name: "metrics", .operatorOnly(metrics)),
        // API keys
        .get("/api-keys", name: "ListAPIKeys", .operatorOnly(listAPIKeys)),
        .post("/api-keys", name: "CreateAPIKey", .operatorOnly(createAPIKey)),
        .delete("/api-keys/{id}", name: "RevokeAPIKey", .operatorOnly(revokeAPIKey)),
        // Accounts
        .get("/accounts/{account}", name: "FindAccount", .operatorOnly(findAccount)),
        .delete("/accounts/{account}", name: "EraseAccount", .operatorOnly(eraseAccount)),
        .post("/accounts/{account}/disable", name: "DisableAccount", .operatorOnly(disableAccount)),
        .post("/accounts/{account}/enable", name: "EnableAccount", .operatorOnly(enableAccount)),
        // Devices
        .post("/devices/reset-key", name: "ResetDeviceKey", .operatorOnly(resetDeviceKey)),
        .post("/devices/remove-key", name: "RemoveDeviceKey", .operatorOnly(removeDeviceKey)),
        // Signing keys
        .post("/signing-keys/rotate", name: "RotateSigningKey", .operatorOnly(rotateSigningKey)),
        // Accounts that identity has lost
        .get("/missing-accounts", name: "ListMissingAccounts", .operatorOnly(listMissingAccounts)),
        .post("/missing-accounts/erase", name: "EraseMissingAccounts", .operatorOnly(eraseMissingAccounts)),
        .post("/missing-accounts/keep", name: "KeepMissingAccounts", .operatorOnly(keepMissingAccounts)),
    ]
}
