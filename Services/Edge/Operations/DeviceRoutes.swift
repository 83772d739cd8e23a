import BaliseAPI
import HTTPTypes
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

/// `token` is the beginning of a token, `session` the one that registered it. The audit log names the user if there is only
/// one.
func findPushDevices(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    let session: SessionID? = try call.query.id("session", "the id of a session")
    let message = FindPushDevices(tokenPrefix: call.query.text("token").map(SecretText.init), session: session)
    let devices = try await call.send(message).devices
    let accounts = Set(devices.map(\.token.account))
    if let account = accounts.first, accounts.count == 1 { call.audit.concerns(account) }
    return .body(
        FoundPushDevices(
            pushDevices: devices.map {
                FoundAccountPushDevice(
                    account: $0.token.account.text, session: $0.session.text, device: AccountPushDevice($0.token))
            }))
}

func getPushHealth(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    let health = try await call.send(GetPushHealth())
    return .body(
        PushHealthDescription(
            since: health.since.date, problems: health.problems,
            apps: health.apps.map { app in
                PushHealthDescription.App(
                    channel: app.provider.rawValue, environment: app.environment.rawValue, bundleId: app.topic,
                    credential: app.credential, sent: app.sent, gone: app.gone,
                    refusals: app.refusals.map { PushHealthDescription.Refusal(reason: $0.reason, count: $0.count) },
                    lastSentAt: app.lastSentAt?.date,
                    lastError: app.lastError.map { .init(reason: $0.reason, at: $0.at.date) })
            }))
}

/// It counts against the user's limit for tests.
func testPushDevice(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    let account = try call.account()
    let body = try call.body(as: TestPushDeviceRequest.self)
    guard let token = PushTokenID(try call.name(at: 1)) else {
        throw EdgeError(.notFound, "no push device has this id")
    }
    let reply = try await call.send(
        SendTestPush(
            account: account, type: .offer, subject: .text("test"), title: body.title ?? "Test",
            body: body.body ?? "A test by the operator: pushes arrive.", token: token))
    return .body(SendTestPushResponse(deliveries: reply.deliveries.map(PushDelivery.init)))
}

/// Auth-session counts sessions. Push counts languages, because only it knows them.
func countInstallations(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    let since = call.clock.now().adding(seconds: -CountInstallations.activity)
    let installations = try await call.send(CountInstallations(activeSince: since))
    let languages = try await call.send(CountPushLanguages())
    return .body(
        InstallationCounts(
            activeSince: since.date, appVersions: installations.appVersions, systems: installations.systems,
            pushLanguages: languages))
}

/// This answer is the only one with the new key.
func operatorResetDeviceKey(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    let reply = try await call.send(ResetDeviceKey(device: try call.device()))
    return .body(DeviceKeyResponse(deviceKey: SecretText(reply.key.secret)))
}

func operatorRemoveDeviceKey(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    try await call.perform(RemoveDeviceKey(device: try call.device()))
}
