public import BaliseAPI
import BaliseJSON

/// Stores the keys of this app's devices in its secret store, and sets, changes and removes them on the server.
///
/// A device needs no key. With a key, only callers who know it can update the device's place, delete its data, see its
/// visitors or change who may read it. Changes of a key run one after another. An interrupted change is completed
/// before the next, or when the server refuses a call, so that phone and server never disagree for good.
public actor DeviceKeys {
    private let caller: APICaller
    private let store: DeviceKeyStore
    private let random: any BaliseRandomSource
    /// The devices whose key is being changed. Each has the callers that wait for their turn.
    private var turns: [LocationDeviceID: [CheckedContinuation<Void, Never>]] = [:]
    private var listeners = StreamListeners<LocationDeviceID>()

    init(caller: APICaller, store: DeviceKeyStore, random: any BaliseRandomSource) {
        (self.caller, self.store, self.random) = (caller, store, random)
    }

    /// Returns the stored key of a device; nil if no key is stored. Show it only to its owner, as for a backup.
    public func key(for device: LocationDeviceID) async throws(BaliseError) -> LocationDeviceKey? {
        try await store.record(of: device).current
    }

    /// Gives a device its first key, or a new key, and returns it. An account must then claim the device again before
    /// it can reset the key.
    /// - Parameter key: The key; nil to generate a key of 256 random characters.
    /// - Throws: `refused` with `deviceKeyUnknown` or `deviceKeyWrong` when the server has another key than this phone.
    ///   If the answer is lost, the next call about this key finds out whether it was stored.
    @discardableResult
    public func set(_ key: LocationDeviceKey? = nil, for device: LocationDeviceID) async throws(BaliseError)
        -> LocationDeviceKey
    {
        try await inTurn(device) { () async throws(BaliseError) in
            let former = try await settle(device).current
            let new = key ?? makeKey()
            try await replace(device, by: new) { () async throws(BaliseError) in
                do throws(BaliseError) { try await sendSetting(of: device, from: former, to: new) } catch {
                    throw error.advised(on: device, hadKey: former != nil)
                }
            }
            return new
        }
    }

    /// Stores the key of a device that was protected on another phone, after the server has confirmed it.
    /// - Throws: `refused` with `deviceKeyWrong` if the key is wrong or the device has no key. The stored key then
    ///   stays.
    public func adopt(_ key: LocationDeviceKey, for device: LocationDeviceID) async throws(BaliseError) {
        try await inTurn(device) { () async throws(BaliseError) in
            // The device asks about itself: that call needs its valid key, and leaves no visit.
            let question = MiataruBody(wrappedFor: .getDeviceSecurityStatus) { json in
                json.set("DeviceID", device.text)
                json.set("RequestDeviceID", device.text)
                json.set("RequestDeviceKey", key.secret)
            }
            do throws(BaliseError) {
                _ = try await caller.send(
                    .post, MiataruEndpoint.getDeviceSecurityStatus.path, body: question, as: .anybody)
            } catch {
                throw error.advisedOnEntering(device)
            }
            try await store.keep(DeviceKeyRecord(certain: key), of: device)
            listeners.send(device)
        }
    }

    /// Forgets the key of a device on this phone. The server still requires it: keep a copy to go on using the device.
    public func forget(_ device: LocationDeviceID) async throws(BaliseError) {
        try await inTurn(device) { () async throws(BaliseError) in
            try await store.keep(DeviceKeyRecord(), of: device)
        }
    }

    /// Returns the devices whose keys change from now on: on this phone, or on the server by a call of this phone.
    func changes() -> AsyncStream<LocationDeviceID> { listeners.add(buffering: .unbounded) }

    /// Returns the stored key of a device after completing an interrupted change; nil if the device has no key.
    func settledKey(for device: LocationDeviceID) async throws(BaliseError) -> LocationDeviceKey? {
        try await inTurn(device) { () async throws(BaliseError) in try await settle(device).current }
    }
}

// The calls in this extension need a signed-in user.
extension DeviceKeys {
    /// Claims a device for the signed-in account: proves its key, even if another account has claimed it. The account
    /// can then reset a lost key, until the key is changed.
    public func claim(_ device: LocationDeviceID) async throws(BaliseError) -> ClaimedMiataruDevice {
        try await inTurn(device) { () async throws(BaliseError) in
            guard let key = try await settle(device).current else {
                throw .invalid("the device \(device) has no DeviceKey here to claim it with: set or adopt one first")
            }
            let body = ClaimDeviceRequest(device: device.text, deviceKey: SecretText(key.secret))
            return try await caller.call(AppCalls.claimDevice, body: body).data
        }
    }

    /// Returns the devices that the signed-in account has claimed.
    public func claimed() async throws(BaliseError) -> [ClaimedMiataruDevice] {
        try await caller.call(AppCalls.listClaimedDevices).data.devices
    }

    /// Gives up the claim to a device. The key stays on the phone and on the server.
    public func release(_ device: LocationDeviceID) async throws(BaliseError) {
        try await caller.send(AppCalls.releaseDevice, at: device.text)
    }

    /// Switches notices about first-time readers of a claimed device, at most one an hour, on or off.
    public func tellOfNewReaders(_ isOn: Bool = true, of device: LocationDeviceID) async throws(BaliseError) {
        if isOn {
            try await caller.send(AppCalls.tellOfNewReaders, at: device.text)
        } else {
            try await caller.send(AppCalls.ignoreNewReaders, at: device.text)
        }
    }

    /// Makes a ticket with which another user takes over a claimed device and its places. The ticket is valid for a
    /// day; it ends with the session or with the next ticket. Fails with `signInTooOld` five minutes after the sign-in.
    public func offer(_ device: LocationDeviceID) async throws(BaliseError) -> OfferedMiataruDevice {
        try await caller.call(AppCalls.offerDevice, at: device.text).data
    }

    /// Takes over a device that another user has offered, and stores its new key. No reader sees the device until it
    /// gets an allowed list. An invalid ticket fails with `invalidToken`.
    public func takeOver(_ ticket: SecretText) async throws(BaliseError) -> ClaimedMiataruDevice {
        let taken = try await caller.call(AppCalls.takeOverDevice, body: TakeOverDeviceRequest(ticket: ticket)).data
        guard let device = LocationDeviceID(taken.device.device), let key = LocationDeviceKey(taken.deviceKey.value)
        else { throw .unreadable("the device or its key is none") }
        return try await inTurn(device) { () async throws(BaliseError) in
            try await store.keep(DeviceKeyRecord(certain: key), of: device)
            listeners.send(device)
            return taken.device
        }
    }

    /// Replaces the lost key of a device that the account has claimed.
    /// - Parameter key: The new key; nil to generate a key of 256 random characters.
    @discardableResult
    public func reset(_ device: LocationDeviceID, to key: LocationDeviceKey? = nil) async throws(BaliseError)
        -> LocationDeviceKey
    {
        try await inTurn(device) { () async throws(BaliseError) in
            let new = key ?? makeKey()
            try await replace(device, by: new) { () async throws(BaliseError) in
                try await caller.send(
                    AppCalls.resetDeviceKey, at: device.text,
                    body: ResetDeviceKeyRequest(newKey: SecretText(new.secret)))
            }
            return new
        }
    }

    /// Removes the key of a claimed device, on the server and on this phone. Callers then need no key for the device.
    public func remove(_ device: LocationDeviceID) async throws(BaliseError) {
        try await inTurn(device) { () async throws(BaliseError) in
            try await caller.send(AppCalls.removeDeviceKey, at: device.text)
            try await store.keep(DeviceKeyRecord(), of: device)
            listeners.send(device)
        }
    }
}

extension DeviceKeys {
    private func makeKey() -> LocationDeviceKey {
        var generator = RandomNumbers(source: random)
        return .generate(using: &generator)
    }

    private func replace(
        _ device: LocationDeviceID, by key: LocationDeviceKey, _ send: () async throws(BaliseError) -> Void
    ) async throws(BaliseError) {
        let former = try await store.record(of: device)
        var record = former
        record.pending = key
        try await store.keep(record, of: device)
        do throws(BaliseError) {
            try await send()
        } catch {
            if error.isCertainlyUndone { try await store.keep(former, of: device) }
            throw error
        }
        try await store.keep(DeviceKeyRecord(certain: key), of: device)
        listeners.send(device)
    }

    /// Completes a change whose answer was lost, and returns the resulting state. It sends the new key again: once the
    /// server has answered that, the earlier request, which may still be on its way, changes nothing.
    private func settle(_ device: LocationDeviceID) async throws(BaliseError) -> DeviceKeyRecord {
        var record = try await store.record(of: device)
        guard let pending = record.pending else { return record }
        // If the server has already stored the pending key, this request replaces it by itself. Without an earlier key,
        // the request sets the first key.
        let candidates = [record.current, pending].compactMap { $0 }
        record.pending = nil
        for present in candidates {
            do throws(BaliseError) {
                try await sendSetting(of: device, from: present, to: pending)
                record = DeviceKeyRecord(certain: pending)
                break
            } catch {
                guard error.isForbidden else { throw error }
            }
        }
        try await store.keep(record, of: device)
        listeners.send(device)
        return record
    }

    private func sendSetting(
        of device: LocationDeviceID, from former: LocationDeviceKey?, to new: LocationDeviceKey
    ) async throws(BaliseError) {
        let body = MiataruBody(wrappedFor: .setDeviceKey) { json in
            json.set("DeviceID", device.text)
            json.set("CurrentDeviceKey", former?.secret)
            json.set("NewDeviceKey", new.secret)
        }
        _ = try await caller.send(.post, MiataruEndpoint.setDeviceKey.path, body: body, as: .anybody)
    }

    /// Runs the changes of a device's key one after another. An actor alone would interleave them.
    private func inTurn<Result>(
        _ device: LocationDeviceID, _ work: () async throws(BaliseError) -> Result
    ) async throws(BaliseError) -> Result {
        if turns[device] == nil {
            turns[device] = []
        } else {
            await withCheckedContinuation { turns[device]?.append($0) }
        }
        defer { endTurn(of: device) }
        return try await work()
    }

    private func endTurn(of device: LocationDeviceID) {
        guard let next = turns[device]?.first else {
            turns[device] = nil
            return
        }
        turns[device]?.removeFirst()
        next.resume()
    }
}

private struct RandomNumbers: RandomNumberGenerator {
    let source: any BaliseRandomSource

    mutating func next() -> UInt64 { source.next() }
}
