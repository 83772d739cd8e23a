public import Foundation

/// Stores the places of devices until the server has them: a phone without a network loses nothing.
///
/// * ``add(_:of:keeping:)`` returns when the place is on the disk. It is removed only after the server has acknowledged
///   it. After a crash between the two it is sent again, and is in the history twice.
/// * Each device's places are sent in the order of their recording, several in one call. A place that is not newer than
///   the last one is rejected: it would replace the newer one on the server.
/// * With ``LocationKeeping/newestOnly(minutes:)`` a new place replaces all waiting ones of its device. It expires on
///   the server as if it had arrived at once. If it expires while it waits, it is not sent.
/// * The number of waiting places is limited. Above the limit, the oldest places of the device with the most are
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
public actor LocationOutbox {
    /// The most places in one call.
    static let batchLimit = 500
    /// The seconds that `run` waits when the outbox is empty.
    private static let idleRest = 3600.0

    private let locations: LocationsAPI
    private let limit: Int
    private let time: any BaliseClock
    private let pause: any BaliseSleeper
    private let random: any BaliseRandomSource
    private let file: OutboxFile
    private var queue = OutboxQueue()

    /// Devices whose key was refused, with the refused key.
    private var holds: [LocationDeviceID: Hold] = [:]
    /// Smaller limits for devices with a bad place in the last batch, until that place is found.
    private var batchLimits: [LocationDeviceID: Int] = [:]
    private var lastDelivery: Date?
    private var problem: BaliseError?
    private var round: Task<BaliseError?, Never>?
    private var resting: (task: Task<Void, Never>, isIdle: Bool)?
    private var isWoken = false
    /// Whether a key has changed since the held devices were checked.
    private var hasNewKey = false
    private var listeners = StreamListeners<LocationOutboxStatus>()

    /// - Throws: `storage`, also when another process or outbox has the file.
    init(
        _ url: URL, delivering locations: LocationsAPI, limit: Int, configuration: BaliseConfiguration
    ) throws(BaliseError) {
        self.locations = locations
        self.limit = max(1, limit)
        time = configuration.time
        pause = configuration.pause
        random = configuration.random
        var queue = OutboxQueue()
        file = try OutboxFile(url, into: &queue)
        self.queue = queue
    }

    /// Stores a place. When it returns true, the place is on the disk.
    ///
    /// - Returns: False if the outbox already had a place of this device that is as new or newer. Location services
    ///   repeat themselves, so this is no error.
    /// - Throws: `invalid` for a value out of range, `storage` when the place could not be stored.
    @discardableResult
    public func add(
        _ location: DeviceLocation, of device: LocationDeviceID, keeping: LocationKeeping
    ) throws(BaliseError) -> Bool {
        if let flaw = location.flaw ?? keeping.flaw { throw .invalid(flaw) }
        let records = queue.recordsForTaking(location, of: device, keeping: keeping, at: time.now, limit: limit)
        guard !records.isEmpty else { return false }
        try file.append(records)
        for record in records { queue.apply(record) }
        sweepIfWorthwhile()
        if let resting, resting.isIdle { resting.task.cancel() }
        publish()
        return true
    }

    /// Drops the waiting places of a device, for example because its key belongs to another user now. They count as
    /// dropped.
    ///
    /// - Returns: The number of dropped places.
    /// - Throws: `storage` when the drop could not be written; after a restart the places wait again.
    @discardableResult
    public func discard(of device: LocationDeviceID) throws(BaliseError) -> Int {
        guard let line = queue.lines[device], let last = line.last else { return 0 }
        holds[device] = nil
        try note(.dropped(device, through: last.number))
        return line.count
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

    /// Sends the waiting places, until no place can be sent or one call fails. A second call during the first waits for
    /// its result.
    ///
    /// - Returns: The status afterwards. Places of a held device still wait.
    /// - Throws: The failure. The rest waits for the next call.
    @discardableResult
    public func deliver() async throws(BaliseError) -> LocationOutboxStatus {
        if round == nil { round = Task { await deliverAll() } }
        if let error = await round?.value { throw error }
        return status
    }

    /// Sends places as they arrive, until the task is cancelled. After a failure it waits longer each time, and at
    /// least as long as the server asks for.
    public func run() async {
        let changes = await locations.keys.changes()
        let watch = Task { [weak self] in
            for await device in changes { await self?.keyChanged(of: device) }
        }
        defer { watch.cancel() }
        var failures = 0
        while !Task.isCancelled {
            do throws(BaliseError) {
                try await deliver()
                failures = 0
                if nextDevice == nil { await rest(LocationOutbox.idleRest, isIdle: true) }
            } catch {
                failures += 1
                await rest(DeliveryBackoff.wait(after: error, failures: failures, random: random.fraction()))
            }
        }
    }

    /// Makes `run` try again now, including every held device: the network is back, or a key was changed elsewhere.
    public func retryNow() {
        holds = [:]
        isWoken = true
        resting?.task.cancel()
    }

    /// Retries a device after its key changed or was removed. A wait that the server asked for continues.
    private func keyChanged(of device: LocationDeviceID) {
        holds[device] = nil
        hasNewKey = true
        if let resting, resting.isIdle { resting.task.cancel() }
    }

    /// Forgets the refused places; their number stays in the losses.
    public func clearRefusals() throws(BaliseError) {
        guard !queue.refusals.isEmpty else { return }
        try note(.refusalsCleared)
    }

    /// The current status.
    public var status: LocationOutboxStatus {
        LocationOutboxStatus(
            waiting: queue.count, oldestWaiting: queue.lines.values.compactMap { $0.first?.location.recordedAt }.min(),
            lastDelivery: lastDelivery, losses: queue.losses, refusals: queue.refusals, held: holds.mapValues(\.error),
            problem: problem)
    }

    /// The status now and after each change. A slow reader skips the ones in between.
    public func statuses() -> AsyncStream<LocationOutboxStatus> {
        listeners.add(buffering: .bufferingNewest(1), first: status) { [weak self] number in
            await self?.removeListener(number)
        }
    }
}

extension LocationOutbox {
    private func deliverAll() async -> BaliseError? {
        defer {
            round = nil
            publish()
        }
        do throws(BaliseError) {
            hasNewKey = false
            try await releaseHolds()
            while let device = nextDevice {
                switch queue.step(for: device, at: time.now, limit: batchLimits[device] ?? LocationOutbox.batchLimit) {
                case .rest: break
                case .note(let record): try note(record)
                case .send(let batch): try await send(batch)
                }
            }
            problem = nil
        } catch {
            problem = error
        }
        return problem
    }

    /// The device that has waited longest.
    private var nextDevice: LocationDeviceID? {
        queue.lines.filter { holds[$0.key] == nil }.min {
            ($0.value.first?.number ?? 0) < ($1.value.first?.number ?? 0)
        }?
        .key
    }

    /// Retries a device if its stored key is no longer the refused one.
    private func releaseHolds() async throws(BaliseError) {
        for (device, hold) in holds {
            let key = try await locations.keys.key(for: device)
            if key != hold.key { holds[device] = nil }
        }
    }

    private func send(_ batch: OutboxBatch) async throws(BaliseError) {
        let device = batch.device
        // Read before the call: a key that changes during the call is not the one that was refused.
        let key = try await locations.keys.key(for: device)
        do throws(BaliseError) {
            try await locations.update(batch.entries.map(\.location), of: device, keeping: batch.keeping)
        } catch {
            return try settle(batch, shown: key, after: error)
        }
        lastDelivery = time.now
        if let reduced = batchLimits[device] {
            batchLimits[device] = reduced * 2 < LocationOutbox.batchLimit ? reduced * 2 : nil
        }
        try note(.delivered(device, through: batch.end))
    }

    private func settle(
        _ batch: OutboxBatch, shown key: LocationDeviceKey?, after error: BaliseError
    ) throws(BaliseError) {
        switch UploadResult(error, of: batch) {
        case .later: throw error
        case .deviceRefused:
            holds[batch.device] = Hold(key: key, error: error)
        case .badPlaces where batch.entries.count > 1:
            // Send fewer at a time until the bad place is alone.
            batchLimits[batch.device] = batch.entries.count / 2
        case .badPlaces:
            // The entry may have been dropped for newer ones during the call.
            guard let entry = queue.lines[batch.device]?.first, entry == batch.entries.first else { return }
            try note(.refused(entry, reason: error.description))
        }
    }
}

extension LocationOutbox {
    /// Stores an event. It takes effect in memory even if the write fails: after a restart a place may then be sent
    /// twice.
    private func note(_ record: OutboxRecord) throws(BaliseError) {
        queue.apply(record)
        publish()
        try file.settle(record, queue)
        sweepIfWorthwhile()
    }

    /// If the rewrite fails, the old file stays in use and the next record tries again.
    private func sweepIfWorthwhile() {
        if file.needsSweep(queue) { try? file.sweep(queue) }
    }

    /// Waits until the time is over, the task is cancelled, or work arrives.
    private func rest(_ seconds: Double, isIdle: Bool = false) async {
        defer {
            isWoken = false
            resting = nil
        }
        guard !isWoken, !(isIdle && hasNewKey) else { return }
        let task = Task { [pause] in _ = try? await pause.sleep(seconds: seconds) }
        resting = (task, isIdle)
        await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
    }

    private func publish() {
        // Building the status reads the whole queue.
        if !listeners.isEmpty { listeners.send(status) }
    }

    private func removeListener(_ number: Int) { listeners.remove(number) }
}

/// The refused key of a held device, and the refusal.
private struct Hold {
    let key: LocationDeviceKey?
    let error: BaliseError
}

extension LocationsAPI {
    /// Opens the outbox in a file, with the places that still wait in it.
    ///
    /// - Parameters:
    ///   - file: The file. It is created with its folder if missing, and a second file of the same name with `.lock`.
    ///     In a container that an app shares with its extensions, do not hold it while the app is suspended.
    ///   - limit: The most places that may wait.
    /// - Throws: `storage`, also when another process or outbox has the file.
    public func outbox(at file: URL, limit: Int = 10_000) throws(BaliseError) -> LocationOutbox {
        try LocationOutbox(file, delivering: self, limit: limit, configuration: configuration)
    }
}
