import Models
import OperatorAPI

/// Without tokens, places and device names, which operators must not see.
func listAccountDevices(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    let account = try call.account()
    let tokens = try await call.send(ListPushTokens(account: account, withFailures: true)).tokens
    let claimed = try await call.send(ListClaimedDevices(account: account))
    return .body(
        AccountDevices(
            pushDevices: tokens.map { AccountPushDevice($0) },
            locationDevices: claimed.map {
                AccountLocationDevice(id: $0.device.text, claimedAt: $0.claimedAt.date, hasKey: $0.hasKey)
            }))
}

extension AccountPushDevice {
    init(_ token: PushToken) {
        self.init(
            id: token.id.text, channel: token.provider.rawValue, purpose: token.purpose.rawValue,
            environment: token.environment.rawValue, platform: token.platform, appVersion: token.appVersion,
            bundleId: token.topic, muted: token.isMuted, createdAt: token.createdAt.date,
            updatedAt: token.updatedAt.date, lastUsedAt: token.lastUsedAt?.date,
            lastError: token.lastFailure.map { PushError(reason: $0.reason, at: $0.at.date) })
    }
}
