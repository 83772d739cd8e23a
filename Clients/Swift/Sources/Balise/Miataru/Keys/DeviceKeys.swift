// The life of device keys: set, changed, shown elsewhere, claimed, reset, removed.

public import BaliseAPI
import BaliseJSON

/// Stores the keys of this app's devices in its store of secrets, and sets, changes and removes them at the server.
///
/// A device needs no key. With one, only whoever has the key can update the device's place, delete its data, see its
/// visitors or change who may read it.
///
/// Changes of one device's key are made one after another. A change that a lost connection or a killed app interrupted
/// is completed before the next one, or when the server refuses a call. So no key is lost between the server and the
/// phone.
public actor DeviceKeys {
    private let caller: APICaller
    private let store: DeviceKeyStore
    private let random: any BaliseRandomSource
    /// The devices whose key is being changed, and the callers that wait to change it next.
    private var turns: [MiataruDeviceID: [CheckedContinuation<Void, Never>]] = [:]
    private var listeners = StreamListeners<MiataruDeviceID>()

    init(caller: APICaller, store: DeviceKeyStore, random: any BaliseRandomSource) {
        self.caller = caller
        self.store = store
        self.random = random
    }

    /// The stored key of a device; nil for none. Show it to nobody but the device's owner, for example for a backup.
    public func key(for device: MiataruDeviceID) async throws(BaliseError) -> MiataruDeviceKey? {
        try await store.record(of: device).current
    }

    /// Gives a device its first key, or another one. After a change, an account that has claimed the device has to
    /// claim it again before it can reset the key.
    ///
    /// - Parameter device: The device that the key is for.
    /// - Parameter key: Nil to have one made of 256 random characters.
    /// - Returns: The key that now counts.
    /// - Throws: `refused` with `deviceKeyUnknown` or `deviceKeyWrong` when the device has another key than is kept
    ///   here. When the answer is lost, the next call about this key finds out what became of it.
    @discardableResult
    public func set(_ key: MiataruDeviceKey? = nil, for device: MiataruDeviceID) async throws(BaliseError)
        -> MiataruDeviceKey
    {
        try await inTurn(device) { () async throws(BaliseError) in
            let former = try await settle(device).current
            let new = key ?? makeKey()
            try await replace(device, by: new) { () async throws(BaliseError) in
                do throws(BaliseError) {
                    try await sendSetting(of: device, from: former, to: new)
                } catch {
                    throw error.advised(on: device, hadKey: former != nil)
                }
            }
            return new
        }
    }

    /// Keeps the key of a device that was protected on another phone, after the server has said that it is the right
    /// one.
    ///
    /// - Throws: `refused` with `deviceKeyWrong` when it is not, or the device has none; then what was kept stays.
    public func adopt(_ key: MiataruDeviceKey, for device: MiataruDeviceID) async throws(BaliseError) {
        try await inTurn(device) { () async throws(BaliseError) in
            // A device asks about itself, which it may only with its right key and which leaves no visit.
            let question = MiataruWrapped("MiataruGetDeviceSecurityStatus") { json in
                json.set("DeviceID", device.text)
                json.set("RequestDeviceID", device.text)
                json.set("RequestDeviceKey", key.secret)
            }
            do throws(BaliseError) {
                _ = try await caller.send(
                    .post, MiataruEndpoint.getDeviceSecurityStatus.path, body: question, as: .none)
            } catch {
                throw error.advisedOnEntering(device)
            }
            try await store.keep(DeviceKeyRecord(certain: key), of: device)
            listeners.send(device)
        }
    }

    /// Forgets the key of a device on this phone. The server keeps it, and so has to somebody who wants to go on.
    public func forget(_ device: MiataruDeviceID) async throws(BaliseError) {
        try await inTurn(device) { () async throws(BaliseError) in
            try await store.keep(DeviceKeyRecord(), of: device)
        }
    }

    /// The devices whose key has changed, here or by this phone on the server, from now on.
    func changes() -> AsyncStream<MiataruDeviceID> {
        listeners.add(buffering: .unbounded) { [weak self] number in await self?.removeListener(number) }
    }

    private func removeListener(_ number: Int) { listeners.remove(number) }

    /// The key that is kept for a device once an interrupted change has been brought to its end; nil for none.
    func settledKey(for device: MiataruDeviceID) async throws(BaliseError) -> MiataruDeviceKey? {
        try await inTurn(device) { () async throws(BaliseError) in try await settle(device).current }
    }
}

// What needs a signed-in person.
extension DeviceKeys {
    /// Binds a device to the account that is signed in, by showing its key, whichever account it was bound to: a lost
    /// key can be reset from then on, until somebody who has the key changes it.
    public func claim(_ device: MiataruDeviceID) async throws(BaliseError) -> ClaimedMiataruDevice {
        try await inTurn(device) { () async throws(BaliseError) in
            guard let key = try await settle(device).current else {
                throw .invalid(
                    "the device \(device) has no DeviceKey here to claim it with: set or adopt one first")
            }
            let body = ClaimDeviceRequest(device: device.text, deviceKey: SecretString(key.secret))
            return try await caller.call(AppCalls.claimDevice, body: body).data
        }
    }

    /// The devices that the signed-in account has claimed.
    public func claimed() async throws(BaliseError) -> [ClaimedMiataruDevice] {
        try await caller.call(AppCalls.listClaimedDevices).data.devices
    }

    /// Gives up the claim to a device. It keeps its key, here and on the server.
    public func release(_ device: MiataruDeviceID) async throws(BaliseError) {
        try await caller.send(AppCalls.releaseDevice, at: device.text)
    }

    /// Makes a ticket with which another person takes a claimed device over, with all its places, within a day. The ticket
    /// ends with the session. Whoever asks has to have signed in within the last five minutes; otherwise it is the refusal
    /// `signInTooOld`. Another ticket takes the place of this one.
    public func offer(_ device: MiataruDeviceID) async throws(BaliseError) -> OfferedMiataruDevice {
        let answer: ResponseEnvelope<OfferedMiataruDevice> = try await caller.call(
            AppCalls.offerDevice, at: device.text)
        return answer.data
    }

    /// Takes over a device that somebody has offered, and keeps its new key. Nobody sees the device until it is given a list
    /// of who may.
    ///
    /// - Parameter ticket: Of the other person; one that does not count is the refusal `invalidToken`.
    /// - Returns: The device that is the person's now.
    public func takeOver(_ ticket: SecretString) async throws(BaliseError) -> ClaimedMiataruDevice {
        let taken = try await caller.call(AppCalls.takeOverDevice, body: TakeOverDeviceRequest(ticket: ticket)).data
        guard let device = MiataruDeviceID(taken.device.device), let key = MiataruDeviceKey(taken.deviceKey.value)
        else {
            throw .unreadable("the device or its key is none")
        }
        return try await inTurn(device) { () async throws(BaliseError) in
            try await store.keep(DeviceKeyRecord(certain: key), of: device)
            listeners.send(device)
            return taken.device
        }
    }

    /// Gives a claimed device a new key, whatever the lost one was.
    ///
    /// - Parameter device: A device that the account has claimed.
    /// - Parameter key: Nil to have one made of 256 random characters.
    /// - Returns: The key that now counts.
    @discardableResult
    public func reset(_ device: MiataruDeviceID, to key: MiataruDeviceKey? = nil) async throws(BaliseError)
        -> MiataruDeviceKey
    {
        try await inTurn(device) { () async throws(BaliseError) in
            let new = key ?? makeKey()
            try await replace(device, by: new) { () async throws(BaliseError) in
                try await caller.send(
                    AppCalls.resetDeviceKey, at: device.text,
                    body: ResetDeviceKeyRequest(newKey: SecretString(new.secret)))
            }
            return new
        }
    }

    /// Frees a claimed device of its key, on the server and here: it works without one again.
    public func remove(_ device: MiataruDeviceID) async throws(BaliseError) {
        try await inTurn(device) { () async throws(BaliseError) in
            try await caller.send(AppCalls.removeDeviceKey, at: device.text)
            try await store.keep(DeviceKeyRecord(), of: device)
            listeners.send(device)
        }
    }
}

// How a key takes the place of another.
extension DeviceKeys {
    private func makeKey() -> MiataruDeviceKey {
        var generator = RandomNumbers(source: random)
        return .generate(using: &generator)
    }

    /// Keeps the new key, has it sent, and keeps what came of that.
    private func replace(
        _ device: MiataruDeviceID, by key: MiataruDeviceKey, _ send: () async throws(BaliseError) -> Void
    ) async throws(BaliseError) {
        let former = try await store.record(of: device)
        var record = former
        record.begin(key)
        try await store.keep(record, of: device)
        do throws(BaliseError) {
            try await send()
        } catch {
            if error.isCertainlyUndone { try await store.keep(former, of: device) }
            throw error
        }
        record.complete()
        try await store.keep(record, of: device)
        listeners.send(device)
    }

    /// Brings a change to its end of which no answer came, and gives what is known then.
    ///
    /// The new key is sent again, for a request that is still on its way must not change anything afterwards.
    private func settle(_ device: MiataruDeviceID) async throws(BaliseError) -> DeviceKeyRecord {
        var record = try await store.record(of: device)
        guard let pending = record.pending else { return record }
        let candidates = record.settlingKeys
        record.abandon()
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
        of device: MiataruDeviceID, from former: MiataruDeviceKey?, to new: MiataruDeviceKey
    ) async throws(BaliseError) {
        let body = MiataruWrapped("MiataruSetDeviceKey") { json in
            json.set("DeviceID", device.text)
            json.set("CurrentDeviceKey", former?.secret)
            json.set("NewDeviceKey", new.secret)
        }
        _ = try await caller.send(.post, MiataruEndpoint.setDeviceKey.path, body: body, as: .none)
    }

    /// Does one thing after another for each device: an actor alone would let the next begin while the first awaits an
    /// answer.
    private func inTurn<Result>(
        _ device: MiataruDeviceID, _ work: () async throws(BaliseError) -> Result
    ) async throws(BaliseError) -> Result {
        if turns[device] == nil {
            turns[device] = []
        } else {
            await withCheckedContinuation { turns[device]?.append($0) }
        }
        defer { endTurn(of: device) }
        return try await work()
    }

    private func endTurn(of device: MiataruDeviceID) {
        guard let next = turns[device]?.first else {
            turns[device] = nil
            return
        }
        turns[device]?.removeFirst()
        next.resume()
    }
}

/// An injected source of random numbers as the standard library wants it.
private struct RandomNumbers: RandomNumberGenerator {
    let source: any BaliseRandomSource

    mutating func next() -> UInt64 { source.next() }
}
