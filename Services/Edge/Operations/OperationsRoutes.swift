import BaliseAPI
import HTTPTypes
import Models
import OperatorAPI

enum OperationsRoutes {
    private static let viewers = OperatorCalls.viewers

    private static func names<Parameter: CaseIterable & RawRepresentable<String>>(_: Parameter.Type) -> [String] {
        Parameter.allCases.map(\.rawValue)
    }

    static let all: [Route<OperationsHandler>] = [
        // Health
        .tool("/livez", name: "livez", for: .anybody, livez),
        .tool("/readyz", name: "readyz", for: .anybody, readyz),
        .tool("/metrics", name: "metrics", for: viewers, metrics),
        .operation(
            OperatorCalls.getServerHistory, getServerHistory, parameters: names(ServerHistory.Parameter.self)),
        .operation(OperatorCalls.listWarnings, listWarnings),
        .operation(OperatorCalls.listChecks, listChecks),
        // API keys
        .operation(OperatorCalls.listAPIKeys, listAPIKeys),
        .operation(OperatorCalls.createAPIKey, createAPIKey),
        .operation(OperatorCalls.revokeAPIKey, revokeAPIKey),
        .operation(OperatorCalls.setWebhook, setWebhook),
        .operation(OperatorCalls.getWebhook, getWebhook),
        .operation(OperatorCalls.changeWebhook, changeWebhook),
        .operation(OperatorCalls.removeWebhook, removeWebhook),
        .operation(OperatorCalls.retryWebhook, retryWebhook),
        .operation(OperatorCalls.testWebhook, testWebhook),
        // Accounts
        .operation(
            OperatorCalls.listAccounts, listAccounts, parameters: names(AccountList.Parameter.self), audit: .look),
        .operation(OperatorCalls.findAccount, findAccount, parameters: ["by"], audit: .look),
        .operation(OperatorCalls.inviteAccount, inviteAccount),
        .operation(OperatorCalls.editAccount, editAccount),
        .operation(OperatorCalls.sendPasswordLink, sendPasswordLink),
        .operation(OperatorCalls.listAccountSessions, listAccountSessions, audit: .look),
        .operation(OperatorCalls.endAccountSessions, endAccountSessions),
        .operation(OperatorCalls.removeSecondStep, removeSecondStep),
        .operation(OperatorCalls.endAccountSession, endAccountSession),
        .operation(OperatorCalls.listAccountDevices, listAccountDevices, audit: .look),
        .operation(OperatorCalls.getAccountSharing, getAccountSharing, audit: .look),
        .operation(OperatorCalls.endAccountSharing, endAccountSharing),
        .operation(OperatorCalls.getAccountPreferences, getAccountPreferences, audit: .look),
        .operation(
            OperatorCalls.listAccountInbox, listAccountInbox,
            parameters: names(AccountInbox.Parameter.self), audit: .look),
        .operation(OperatorCalls.operatorExportAccount, operatorExportAccount),
        .operation(OperatorCalls.eraseAccount, eraseAccount),
        .operation(OperatorCalls.operatorGetErasure, operatorGetErasure),
        .operation(OperatorCalls.disableAccount, disableAccount),
        .operation(OperatorCalls.enableAccount, enableAccount),
        .operation(OperatorCalls.operatorChangeTags, operatorChangeTags),
        .operation(OperatorCalls.beginAccountImport, beginAccountImport),
        // The beginning and the end of an import are entries in the audit log, and each portion of a dry run.
        .operation(OperatorCalls.importAccounts, importAccounts, audit: .nothing),
        .operation(OperatorCalls.endAccountImport, endAccountImport),
        // Map
        .operation(OperatorCalls.streamMap, streamMap, audit: .look),
        .operation(OperatorCalls.listMapOwners, listMapOwners, audit: .look),
        .operation(OperatorCalls.getMapHistory, getMapHistory, audit: .look),
        // Push devices
        .operation(
            OperatorCalls.findPushDevices, findPushDevices,
            parameters: names(FoundPushDevices.Parameter.self), audit: .look),
        .operation(OperatorCalls.getPushHealth, getPushHealth),
        .operation(OperatorCalls.testPushDevice, testPushDevice),
        // Installations
        .operation(OperatorCalls.countInstallations, countInstallations),
        .operation(
            OperatorCalls.listInstallationPeople, listInstallationPeople,
            parameters: names(InstallationPeople.Parameter.self), audit: .look),
        // Audit log
        .operation(OperatorCalls.listAuditEntries, listAuditEntries, parameters: names(AuditList.Parameter.self)),
        .operation(OperatorCalls.verifyAuditLog, verifyAuditLog, parameters: names(AuditVerification.Parameter.self)),
        // Security log
        .operation(
            OperatorCalls.listSecurityEvents, listSecurityEvents,
            parameters: names(SecurityEventList.Parameter.self), audit: .look),
        // Devices
        .operation(OperatorCalls.operatorResetDeviceKey, operatorResetDeviceKey),
        .operation(OperatorCalls.operatorRemoveDeviceKey, operatorRemoveDeviceKey),
        .operation(OperatorCalls.beginPlaceImport, beginPlaceImport),
        // The entries of the audit log are the same as for imports of accounts.
        .operation(OperatorCalls.importPlaces, importPlaces, audit: .nothing),
        .operation(OperatorCalls.endPlaceImport, endPlaceImport),
        // Notifications
        .operation(
            OperatorCalls.operatorListNotifications, operatorListNotifications,
            parameters: ["limit", "before", "state", "failed"]),
        .operation(OperatorCalls.operatorGetNotification, operatorGetNotification),
        .operation(OperatorCalls.operatorSendNotification, operatorSendNotification),
        .operation(OperatorCalls.operatorAnnounce, operatorAnnounce),
        .operation(OperatorCalls.operatorCountAudience, operatorCountAudience, audit: .nothing),
        .operation(OperatorCalls.operatorCountNotificationAudience, operatorCountNotificationAudience, audit: .nothing),
        .operation(OperatorCalls.operatorChangeNotification, operatorChangeNotification),
        .operation(OperatorCalls.operatorCancelNotification, operatorCancelNotification),
        .operation(OperatorCalls.operatorExplainNotification, operatorExplainNotification, audit: .look),
        .operation(
            OperatorCalls.operatorListSeries, operatorListSeries, parameters: names(OperatorSeriesList.Parameter.self)),
        .operation(OperatorCalls.operatorSetSeries, operatorSetSeries),
        .operation(OperatorCalls.operatorEndSeries, operatorEndSeries),
        // Settings
        .operation(OperatorCalls.listSettings, listSettings),
        // Backups
        .operation(OperatorCalls.listBackups, listBackups),
        .operation(OperatorCalls.makeBackup, makeBackup),
        .operation(OperatorCalls.verifyBackup, verifyBackup),
        // Console
        .operation(OperatorCalls.createConsoleLink, createConsoleLink),
        .operation(OperatorCalls.listConsoleSessions, listConsoleSessions),
        .operation(OperatorCalls.endConsoleSession, endConsoleSession),
        .operation(OperatorCalls.listConsolePasskeys, listConsolePasskeys),
        .operation(OperatorCalls.removeConsolePasskey, removeConsolePasskey),
        // Signing keys
        .operation(OperatorCalls.listSigningKeys, listSigningKeys),
        .operation(OperatorCalls.rotateSigningKey, rotateSigningKey),
        // Accounts missing in identity
        .operation(OperatorCalls.listMissingAccounts, listMissingAccounts),
        .operation(OperatorCalls.eraseMissingAccounts, eraseMissingAccounts),
        .operation(OperatorCalls.keepMissingAccounts, keepMissingAccounts),
    ]

    /// The names of the calls that the audit log never records as changes. Any of them may show users.
    static let looks: [String] = all.filter { $0.handler.audit != .change }.map(\.name)
}

extension Route where Handler == OperationsHandler {
    /// The route of a call. Its name in metrics and the change log is that of the definition, with a capital and
    /// without `operator`, which distinguishes it from apps' calls. By default, `audit` is a change if the call makes
    /// changes.
    fileprivate static func operation(
        _ definition: any CallDefinition, _ answer: @escaping OperationsHandler.Answering,
        parameters: [String] = [], audit: AuditScope? = nil
    ) -> Route {
        let name = definition.name.trimmingPrefix("operator")
        return .call(
            definition, name: name.prefix(1).uppercased() + name.dropFirst(),
            OperationsHandler(
                parameters: parameters, takesBody: definition.takesBody,
                audit: audit ?? (definition.method == .get ? .nothing : .change), answer: answer))
    }

    /// The route of a call for tools, which may add any parameters.
    fileprivate static func tool(
        _ path: String, name: String, for audience: APIAudience, _ answer: @escaping OperationsHandler.Answering
    ) -> Route {
        Route(
            .get, path, name: name, for: audience,
            OperationsHandler(parameters: nil, takesBody: false, audit: .nothing, answer: answer))
    }
}

/// Answers a call. The call's definition decides whether every process on this machine may make it, as for health
/// checks, or only operators.
struct OperationsHandler: Sendable {
    typealias Answering = @Sendable (OperationsCall) async throws(EdgeError) -> Answer

    let parameters: [String]?
    let takesBody: Bool
    let audit: AuditScope
    let answer: Answering

    /// Refuses parameters for a call that takes none. A call with parameters itself refuses unknown parameters.
    func check(_ query: Query) throws(EdgeError) { if parameters?.isEmpty == true { try query.finish() } }
}

enum AuditScope: Sendable {
    case nothing
    /// The call shows an operator a user's data.
    case look
    /// The call changes something, which is logged before it begins, and with its result.
    case change
}
