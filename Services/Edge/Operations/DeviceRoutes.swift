import BaliseAPI
import HTTPTypes
import Models
import OperatorAPI
import ServiceRuntime
import ServiceSettings

/// Lists a user's push devices without tokens, places and device names, which operators must not see.
func listAccountDevices(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    let account = try await call.presentAccount()
    let listed = try await call.send(ListPushTokens(account: account, withFailures: true))
    let ended = listed.ended?.map {
        EndedPushDevice(
            id: $0.id.text, platform: $0.platform, appVersion: $0.appVersion, reason: $0.reason, endedAt: $0.at.date)
    }
    let claimed = try await call.send(ListClaimedDevices(account: account))
    return .body(
        AccountDevices(
            pushDevices: listed.tokens.map { AccountPushDevice($0) },
            locationDevices: claimed.map {
                AccountLocationDevice(id: $0.device.text, claimedAt: $0.claimedAt.date, hasKey: $0.hasKey)
            }, endedPushDevices: ended?.isEmpty == false ? ended : nil))
}

/// Counts a user's share links, trackers, forwarders and circles without their names, places and addresses.
func getAccountSharing(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    let counts = try await call.send(CountSharing(account: try await call.presentAccount()))
    return .body(
        AccountSharing(
            shareLinks: counts.shareLinks, trackers: counts.trackers, forwarders: counts.forwarders,
            failingForwarders: counts.failingForwarders ?? 0, hosts: counts.hosts.map(\.value),
            circles: counts.circles))
}

func endAccountSharing(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    let account = try await call.presentAccount()
    guard let kind = SharingKind(rawValue: try call.name(at: 1)) else {
        throw EdgeError(.notFound, "the kinds are \(SharingKind.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    return .body(EndedSharing(ended: try await call.send(EndSharing(account: account, kind: kind)).count))
}

extension AccountPushDevice {
    init(_ token: PushToken) {
        self.init(
            id: token.id.text, session: token.session?.text, channel: token.provider.rawValue,
            purpose: token.purpose.rawValue, environment: token.environment.rawValue, platform: token.platform,
            appVersion: token.appVersion,
            bundleId: token.topic, muted: token.isMuted, createdAt: token.createdAt.date,
            updatedAt: token.updatedAt.date, lastUsedAt: token.lastUsedAt?.date,
            lastError: token.lastFailure.map { PushError(reason: $0.reason, at: $0.at.date) })
    }
}

/// Finds push devices. `token` is the beginning of a token, `session` the session that registered it. The audit log
/// names the user if all found push devices belong to one user.
func findPushDevices(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    var query = call.query
    let session: SessionID? = query.id("session", "the id of a session")
    try query.finish()
    let message = FindPushDevices(tokenPrefix: query.text("token").map(SecretText.init), session: session)
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

/// Sends a test notification to one push device. It counts against the user's limit for tests.
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

/// Counts installations. Auth-session counts sessions; the push service counts languages, which only it knows.
func countInstallations(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    let since = call.clock.now().adding(seconds: -CountInstallations.activity)
    let installations = try await call.send(CountInstallations(activeSince: since))
    let languages = try await call.send(CountPushLanguages())
    return .body(
        InstallationCounts(
            activeSince: since.date, appVersions: installations.appVersions, systems: installations.systems,
            pushLanguages: languages))
}

/// Lists the people of a group of installations. Groups with few people stay hidden, as among the counts. An account
/// that is erased in between is left out.
func listInstallationPeople(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    var query = call.query
    let after: AccountID? = query.cursor { AccountID($0) }
    let limit = query.integer("limit", in: ListInstalledAccounts.limits) ?? ListInstalledAccounts.limits.upperBound
    let (version, system) = (query.text("appVersion"), query.text("system"))
    try query.finish()
    let since = call.clock.now().adding(seconds: -CountInstallations.activity)
    let found = try await call.send(
        ListInstalledAccounts(appVersion: version, system: system, activeSince: since, after: after, limit: limit))
    call.audit.looks(at: found.accounts)
    var accounts: [AccountDescription] = []
    for account in found.accounts {
        do throws(EdgeError) {
            let profile = try await call.send(FindAccount(login: Personal(account.text), by: .id))
            accounts.append(AccountDescription(profile))
        } catch {
            guard error.status == .notFound else { throw error }
        }
    }
    return .body(
        InstallationPeople(accounts: accounts, nextCursor: found.hasMore ? found.accounts.last?.text : nil))
}

/// Resets a key. No other answer contains the new key.
func operatorResetDeviceKey(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    let reply = try await call.send(ResetDeviceKey(device: try call.device()))
    return .body(DeviceKeyResponse(deviceKey: SecretText(reply.key.secret)))
}

func operatorRemoveDeviceKey(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    try await call.perform(RemoveDeviceKey(device: try call.device()))
}

struct OperatorMap: Sendable {
    let live: LiveHub
    let reader: Reader
}

extension OperatorMap {
    init?(_ settings: ConsoleSettings, live: LiveHub) {
        guard let device = settings.reader.flatMap({ DeviceID($0) }),
            let key = settings.readerKey.flatMap({ DeviceKey($0.value) })
        else { return nil }
        self.init(live: live, reader: Reader(device: device, key: key))
    }
}

/// Streams the places that the operators' device may see. It is a reader like any other: lists and keys are checked for
/// each event, and each owner sees the visit. The stream ends when the caller's credential does.
func streamMap(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    let map = try call.presentMap()
    let request = call.request
    let place = try map.live.limiter.enter(address: request.address)
    let devices = try await call.send(ListReadableDevices(reader: map.reader)).devices
    let view = try await map.live.view(of: .reader(map.reader), after: nil, request.context)
    // This call records the visits, so it comes before the stream.
    let reply = try await call.send(GetLocation(reader: map.reader, devices: devices))
    view.show(devices, reply.found)
    let isStillCalling = call.isStillCalling
    return Answer(eventsIn: place) { send in
        try await map.live.write(view, to: send, isStillCalling: isStillCalling)
    }
}

/// Lists the owners of the devices whose allowed list names the operators' device. Shows no place, so records no visit.
func listMapOwners(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    let map = try call.presentMap()
    var names: [AccountID: String] = [:]
    var owners: [MapOwner] = []
    for owner in try await call.send(ListReadableDevices(reader: map.reader)).owners ?? [] {
        if names[owner.account] == nil { names[owner.account] = try await call.shownName(of: owner.account) }
        owners.append(
            MapOwner(device: owner.device.text, account: owner.account.text, name: names[owner.account]))
    }
    return .body(MapOwners(owners: owners))
}

extension OperationsCall {
    /// Returns the name to show; nil for an account without a name or an account that is being erased.
    fileprivate func shownName(of account: AccountID) async throws(EdgeError) -> String? {
        do throws(EdgeError) {
            let profile = try await send(GetProfile(account: account))
            return profile.shownName ?? profile.names.username
        } catch {
            guard error.status == .notFound else { throw error }
            return nil
        }
    }

    /// Returns the map of the operators. Throws 409 if the settings name no device for operators.
    func presentMap() throws(EdgeError) -> OperatorMap {
        guard let map else {
            throw EdgeError(
                .conflict,
                "the operator has no device to read with; set console.reader and console.readerKey to a device with a key"
            )
        }
        return map
    }
}

private let maximumHistory = 10_000

/// Reads a device's history as the operators' device, so its allowed list decides, and a visit is recorded. For a
/// device outside the map the answer is empty, which does not reveal whether the device exists.
func getMapHistory(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    let device = try call.device()
    let map = try call.presentMap()
    var reply = GetLocationHistory.Reply(maximum: 0, available: 0, locations: [])
    if try await call.send(ListReadableDevices(reader: map.reader)).devices.contains(device) {
        reply = try await call.send(GetLocationHistory(reader: map.reader, device: device, amount: maximumHistory))
    }
    return Answer(history: reply.locations, available: reply.available, maximum: reply.maximum, of: device)
}
