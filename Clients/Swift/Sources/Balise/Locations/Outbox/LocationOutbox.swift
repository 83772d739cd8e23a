public import Foundation

/// Stores the places of devices until the server has them: a phone without a network loses nothing.
///
/// * ``add(_:of:keeping:)`` returns when the place is on the disk. It is removed only after the server has acknowledged
///   it. If an answer was lost, or the app was ended, the outbox first reads the history, and sends only what is
///   missing there. It cannot do that if the device has an allowed list that does not let the device itself read its
///   history.
/// * Each device's places are sent in the order of their recording, at most 200 in one call. A place that is not newer
///   than the last place is rejected: it would replace the newer place on the server.
/// * If more places of a device with a key wait, the newest is sent first, so that readers see where the device is. The
///   server then adds the older places to the history below it. A server that cannot do so gets all places in order.
/// * With ``LocationKeeping/newestOnly(minutes:)`` a new place replaces all waiting places of its device. It expires on
///   the server as if it had arrived at once. If it expires while it waits, it is not sent.
/// * The number of waiting places is limited. Above the limit, the oldest places of the device with the most places are
///   dropped and counted.
/// * A place that the server refuses for good is set aside with the reason. A device whose key is refused waits until
///   its key in ``DeviceKeys`` changes; ``run()`` then continues at once.
///
/// The file contains no keys: each call sends the key that is stored at that time. One outbox serves all devices of an
/// app. For a device that uses it, do not also call ``LocationsAPI/update(_:of:keeping:)-([DeviceLocation],_,_)``.
///
///     let outbox = try client.locations.outbox(at: folder.appendingPathComponent("outbox"))
///     let delivering = Task { await outbox.run() }
///     try await outbox.add(place, of: device, keeping: .history)
public actor LocationOutbox: Outbox {
    private let locations: LocationsAPI
    var state: OutboxState<WaitingLocation>
    /// The devices whose key was refused, with the refused key.
    private var holds: [LocationDeviceID: (key: LocationDeviceKey?, error: BaliseError)] = [:]
    /// Devices with a call that the server may have executed, although no answer arrived.
    private var doubtful: Set<LocationDeviceID>
    /// The newest place of each device that this process has sent before older places.
    private var sentAhead: [LocationDeviceID: Int64] = [:]
    /// The devices whose places the server takes only in order.
    private var inOrder: Set<LocationDeviceID> = []
    private var listeners = StreamListeners<LocationOutboxStatus>()

    /// Opens the outbox.
    /// - Throws: `storage`, also when another process or outbox has the file open.
    init(
        _ url: URL, delivering locations: LocationsAPI, limit: Int, configuration: BaliseConfiguration
    ) throws(BaliseError) {
        self.locations = locations
        let state = try OutboxState<WaitingLocation>(url, limit: limit, configuration)
        // The previous process may have ended during a call, so every device with waiting places is doubtful at first.
        doubtful = Set(state.queue.lines.keys)
        self.state = state
    }

    /// Stores a place on the disk.
    /// - Returns: False if the outbox already had a place of this device that is as new or newer. Location services
    ///   repeat themselves, so this is no error.
    /// - Throws: `invalid` for a value out of range, `storage` when the place could not be stored.
    @discardableResult
    public func add(
        _ location: DeviceLocation, of device: LocationDeviceID, keeping: LocationKeeping
    ) throws(BaliseError) -> Bool {
        if let flaw = location.flaw ?? keeping.flaw { throw .invalid(flaw) }
        return try take(WaitingLocation(location, keeping: keeping), of: device)
    }

    /// Stores the places of a source, until the source ends or the task is cancelled.
    public func add(
        from source: any LocationFixSource, of device: LocationDeviceID, keeping: LocationKeeping
    ) async throws(BaliseError) {
        for await fix in source.fixes() {
            guard let location = DeviceLocation(fix) else { continue }
            try add(location, of: device, keeping: keeping)
        }
    }

    /// Drops and counts a device's waiting places, for example because the device now belongs to another user.
    /// - Throws: `storage` when the removal could not be written; after a restart the places wait again.
    @discardableResult
    public func discard(of device: LocationDeviceID) throws(BaliseError) -> Int {
        guard let line = state.queue.lines[device], let last = line.last else { return 0 }
        holds[device] = nil
        try note(.dropped(device, through: last.number))
        return line.count
    }

    /// Sends the waiting places, until no place can be sent or a call fails. A second caller during the first call gets
    /// the same result.
    /// - Returns: The status afterwards. Places of a held device still wait.
    /// - Throws: The failure. The remaining places wait for the next call.
    @discardableResult
    public func deliver() async throws(BaliseError) -> LocationOutboxStatus {
        try await deliverWaiting()
        return status
    }

    /// Sends places as they arrive, until the task is cancelled. After each failure it waits longer, and at least as
    /// long as the server asks for.
    public func run() async { await runDeliveries() }

    /// Makes `run` try again now, also for held devices, for example when the network is back or a key was changed.
    public func retryNow() {
        holds = [:]
        wake()
    }

    /// Forgets the refused places; their number stays in the losses.
    public func clearRefusals() throws(BaliseError) {
        guard !state.queue.refusals.isEmpty else { return }
        try note(.refusalsCleared)
    }

    /// The current status of the outbox.
    public var status: LocationOutboxStatus {
        let queue = state.queue
        return LocationOutboxStatus(
            waiting: queue.count,
            oldestWaiting: queue.lines.values.compactMap { $0.first?.item.location.recordedAt }.min(),
            lastDelivery: state.lastDelivery, losses: queue.losses,
            refusals: queue.refusals.map(RefusedPlace.init), held: holds.mapValues { $0.error }, problem: state.problem)
    }

    /// Returns the current status and the status after each change. A slow reader gets only the newest.
    public func statuses() -> AsyncStream<LocationOutboxStatus> {
        listeners.add(buffering: .bufferingNewest(1), first: status)
    }
}

extension LocationOutbox {
    func stateChanged() {
        // Building the status reads the whole queue.
        if !listeners.isEmpty { listeners.send(status) }
    }

    func follow() async -> Task<Void, Never> {
        let changes = await locations.keys.changes()
        return Task { [weak self] in
            for await device in changes { await self?.keyChanged(of: device) }
        }
    }

    private func keyChanged(of device: LocationDeviceID) {
        holds[device] = nil
        inOrder.remove(device)
        noteNews()
    }

    /// Releases each held device whose stored key is no longer the key that was refused.
    func prepare() async throws(BaliseError) {
        for (device, hold) in holds {
            let key = try await locations.keys.key(for: device)
            if key != hold.key { holds[device] = nil }
        }
    }

    func isReady(_ device: LocationDeviceID) -> Bool { holds[device] == nil }

    func send(_ batch: OutboxBatch<WaitingLocation>) async throws(BaliseError) -> OutboxOutcome {
        let device = batch.owner
        if try await sendNewestFirst(before: batch) { return .accepted }
        if doubtful.contains(device), let number = try await lastStored(of: batch) { return .known(through: number) }
        // The key is read before the call. If the key changes during the call, the refusal is about the earlier key.
        let key = try await locations.keys.key(for: device)
        do throws(BaliseError) {
            try await locations.update(
                batch.entries.map(\.item.location), of: device, keeping: batch.keeping(at: state.time.now))
            doubtful.remove(device)
            return .accepted
        } catch {
            if error.leavesDoubt { doubtful.insert(device) }
            if error.isAboutContent { return .badItems(error) }
            switch error {
            case .refused(let refusal) where [401, 403].contains(refusal.status):
                holds[device] = (key, error)
                return .held
            // Only a flawed place is set aside for `invalid`. A mistake in the configuration, such as a bad address, is
            // not the place's fault.
            case .invalid where batch.isFlawed: return .badItems(error)
            // A server that is being set up answers 404, and networks with a sign-in page send similar statuses.
            default: throw error
            }
        }
    }

    /// Sends the newest place, and then adds the places of a batch to the history below it. The server leaves out places
    /// whose time it knows, so a repetition doubles none.
    /// - Returns: False if the batch must be sent in order: few places wait, or the server cannot add earlier places.
    private func sendNewestFirst(before batch: OutboxBatch<WaitingLocation>) async throws(BaliseError) -> Bool {
        let device = batch.owner
        guard let line = state.queue.lines[device], let newest = line.last, !inOrder.contains(device) else {
            return false
        }
        guard line.count > WaitingLocation.batchLimit || state.queue.ahead[device] != nil,
            !line.contains(where: \.item.standsAlone),
            // The server knows places by their whole second.
            Set(line.map(\.item.location.wireTimestamp)).count == line.count
        else { return false }
        guard try await locations.keys.key(for: device) != nil else { return false }
        do throws(BaliseError) {
            if sentAhead[device] != newest.number {
                // If the server cannot add earlier places, they would replace the newest, so this is asked before.
                try await locations.addEarlier([], of: device)
                try await sendAhead(newest)
            }
            let older = batch.entries.filter { $0.number != newest.number }
            if !older.isEmpty { try await locations.addEarlier(older.map(\.item.location), of: device) }
            return true
        } catch {
            guard case .refused(let refusal) = error, (400..<500).contains(refusal.status), refusal.status != 429 else {
                throw error
            }
            inOrder.insert(device)
            return false
        }
    }

    private func sendAhead(_ newest: OutboxEntry<WaitingLocation>) async throws(BaliseError) {
        let device = newest.owner
        let mayBeKnown = doubtful.contains(device) || state.queue.ahead[device]?.contains(newest.number) == true
        // After a crash, the record tells that this place does not prove that the server has the older places.
        try note(.ahead(device, number: newest.number))
        var isKnown = false
        if mayBeKnown, let stored = try await history(of: device, atMost: 1)?.first {
            isKnown = newest.item.equals(stored)
        }
        if !isKnown { try await locations.update([newest.item.location], of: device, keeping: .history) }
        sentAhead[device] = newest.number
    }

    /// Returns the number of the newest entry that the history contains. The server stores all places of a call or
    /// none, so it has the earlier entries, too. A place that was sent before older places proves nothing.
    private func lastStored(of batch: OutboxBatch<WaitingLocation>) async throws(BaliseError) -> Int64? {
        // A place without history needs no check: if it is sent again, it replaces itself.
        if batch.entries.contains(where: \.item.standsAlone) { return nil }
        let device = batch.owner
        let ahead = state.queue.ahead[device] ?? []
        guard let stored = try await history(of: device, atMost: batch.entries.count + ahead.count) else { return nil }
        doubtful.remove(device)
        let found = batch.entries.last { entry in
            !ahead.contains(entry.number) && stored.contains { entry.item.equals($0) }
        }
        return found?.number
    }

    /// Returns the newest places of the history; nil if the device may not read its own history.
    private func history(
        of device: LocationDeviceID, atMost count: Int
    ) async throws(BaliseError) -> [DeviceLocation]? {
        do throws(BaliseError) {
            // A device that reads its own history leaves no visit.
            return try await locations.history(of: device, as: device, atMost: count).locations
        } catch {
            guard case .refused(let refusal) = error, (400..<500).contains(refusal.status), refusal.status != 429 else {
                throw error
            }
            return nil
        }
    }
}

extension BaliseError {
    /// Whether the server may have executed the call. A proxy's answer of 500 or more does not reveal it.
    fileprivate var leavesDoubt: Bool {
        if case .refused(let refusal) = self { refusal.status >= 500 } else { true }
    }
}

extension LocationsAPI {
    /// Opens the outbox of at most `limit` places in a file, with the places that still wait in the file.
    /// - Parameter file: Created with its folder and a second file with `.lock` if missing. If the file is in a
    ///   container that an app shares with its extensions, release the outbox before the app is suspended.
    /// - Throws: `storage`, also when another process or outbox has the file open.
    public func outbox(at file: URL, limit: Int = 10_000) throws(BaliseError) -> LocationOutbox {
        try LocationOutbox(file, delivering: self, limit: limit, configuration: configuration)
    }
}

/// The status of an outbox, for an app to show.
public struct LocationOutboxStatus: Hashable, Sendable {
    /// The number of places that wait for the server.
    public internal(set) var waiting: Int
    /// The recording time of the oldest waiting place; nil when no place waits.
    public internal(set) var oldestWaiting: Date?
    /// The last time when the server accepted places since the app started; nil before the first.
    public internal(set) var lastDelivery: Date?
    /// The places that will never reach the server, counted since the outbox was created.
    public internal(set) var losses: OutboxLosses
    /// The latest places that the server refused for good, the oldest first, with the reasons.
    public internal(set) var refusals: [RefusedPlace]
    /// The devices whose key the server refuses, with the refusals. Their places wait until the key changes.
    public internal(set) var held: [LocationDeviceID: BaliseError]
    /// The failure of the last delivery; nil after a success.
    public internal(set) var problem: BaliseError?

    /// Returns the age in seconds of the oldest waiting place; nil if the server has every place. Until it is sent,
    /// readers see an old place.
    public func secondsBehind(at now: Date) -> TimeInterval? { oldestWaiting.map { max(0, now.timeIntervalSince($0)) } }
}

/// A place that the server refused for good.
public struct RefusedPlace: Hashable, Sendable {
    let refusal: OutboxRefusal<WaitingLocation>

    /// The device whose place was refused.
    public var device: LocationDeviceID { refusal.entry.owner }
    /// The place that the server refused.
    public var location: DeviceLocation { refusal.entry.item.location }
    /// The server's reason for the refusal.
    public var reason: String { refusal.reason }
}
