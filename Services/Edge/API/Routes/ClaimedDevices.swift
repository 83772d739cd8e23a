import BaliseAPI
import Models

func listClaimedDevices(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let devices = try await call.send(ListClaimedDevices(account: caller.account))
    return .enveloped(
        ClaimedMiataruDeviceList(devices: devices.map(ClaimedMiataruDevice.init), totalCount: devices.count))
}

extension ClaimedMiataruDevice {
    init(_ device: ClaimedDevice) {
        self.init(
            device: device.device.text, claimedAt: device.claimedAt.date, hasKey: device.hasKey,
            canResetKey: device.canResetKey, handoverEndsAt: device.handoverEndsAt?.date,
            tellsOfNewReaders: device.tellsOfNewReaders)
    }
}

func claimDevice(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let body = try call.body(as: ClaimDeviceRequest.self)
    let found = body.device.length <= DeviceID.maximumLength ? DeviceID(body.device) : nil
    let shown = DeviceKey(body.deviceKey.value)
    guard let device = found, let key = shown else {
        throw EdgeError(
            (found == nil ? ClaimDeviceRequest.invalidDevice.wrongMembers : [])
                + (shown == nil ? ClaimDeviceRequest.invalidKey.wrongMembers : []))
    }
    let message = ClaimDevice(account: caller.account, device: device, key: key)
    return .enveloped(ClaimedMiataruDevice(try await call.sendPassword(message)))
}

func releaseDevice(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    try await call.send(
        ReleaseDevice(account: caller.account, device: try call.device()),
        done: "The device is no longer yours. It keeps its key and its data.")
}

/// Sets a new key. If `newKey` is absent or empty, the server generates the key.
func resetDeviceKey(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    var newKey: DeviceKey?
    if let text = try call.body(as: ResetDeviceKeyRequest.self).newKey?.value, !text.isEmpty {
        guard let key = DeviceKey(text) else { throw EdgeError(ResetDeviceKeyRequest.invalidKey) }
        newKey = key
    }
    let reply = try await call.send(ResetDeviceKey(device: try call.device(), account: caller.account, newKey: newKey))
    return .enveloped(DeviceKeyResponse(deviceKey: SecretText(reply.key.secret)))
}

func removeDeviceKey(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    try await call.send(
        RemoveDeviceKey(device: try call.device(), account: caller.account), done: "The device no longer has a key.")
}

func tellOfNewReaders(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    try await call.send(
        SetReaderNotices(account: caller.account, device: try call.device(), isOn: true),
        done: "You are notified of new readers of this device.")
}

func ignoreNewReaders(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    try await call.send(
        SetReaderNotices(account: caller.account, device: try call.device(), isOn: false),
        done: "You are no longer notified of new readers of this device.")
}

/// Issues a ticket. It gives access to all places of the device, so the user must have signed in recently.
func offerDevice(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let offered = try await call.send(
        OfferDevice(account: caller.account, device: try call.device(), session: caller.session))
    return .enveloped(OfferedMiataruDevice(ticket: offered.ticket, expiresAt: offered.expiresAt.date))
}

func takeOverDevice(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let body = try call.body(as: TakeOverDeviceRequest.self)
    let taken = try await call.sendSecret(TakeOverDevice(account: caller.account, ticket: body.ticket))
    return .enveloped(
        TakenOverMiataruDevice(device: ClaimedMiataruDevice(taken.device), deviceKey: SecretText(taken.key.secret)))
}

func streamPlaces(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    guard let live = call.live else { throw EdgeError(.unavailable, "this server offers no streams") }
    let request = call.request
    let place = try live.limiter.enter(address: request.address, account: caller.account)
    let view = try await live.view(
        of: .account(caller.account, caller.session), after: request.lastEventID, request.context)
    // Reading the places also records the visits.
    let reply = try await call.send(GetPlaces(account: caller.account))
    _ = view.show(reply.places)
    let asking = call.ofCaller
    return Answer(eventsIn: place) { send in
        try await live.write(view, to: send) { () async throws(EdgeError) in
            let now = try await asking.authenticator.caller(of: asking.request, servesStale: false, accepting: .api)
            guard now.account == caller.account, now.session == caller.session else { throw .refused(.invalidToken) }
        }
    }
}

extension EdgeRequest {
    /// The id of the last event that the client received. Pages that cannot set headers send it as a parameter.
    var lastEventID: String? { headers.lastEventID ?? Query(query).text("lastEventId") }
}
