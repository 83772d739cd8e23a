// The outbox: stores places on the disk at once, and sends them to the server when there is a network.

public import Foundation

/// Keeps the places of devices until the server has them: a phone without network loses nothing.
///
/// * A place that ``add(_:of:keeping:)`` took in is on the disk. It is removed only after the server has acknowledged
///   it. After a crash between the two it is sent again, and is in the history twice.
/// * Each device's places are sent in the order in which they were recorded, several in one call. A place that is not
///   newer than the last one taken in is not taken: it would replace the newer one on the server.
/// * With ``LocationKeeping/newestOnly(minutes:)`` a new place replaces all waiting ones of its device. It expires on
///   the server as if it had arrived at once, and is not sent when it has expired already.
/// * The number of waiting places is bounded. Over the bound, the oldest places of the device with the most are dropped
///   and counted.
/// * What the server refuses for good is not sent again. A bad place is put aside with the reason. A device whose key
///   is refused waits until its key in ``DeviceKeys`` changes; ``run()`` then goes on at once.
///
/// The file holds no keys: each call shows the key that is stored at that time. One outbox serves all devices of an
/// app. For a device that uses it, do not call ``MiataruAPI/update(_:of:keeping:)-([DeviceLocation],_,_)`` as well.
///
///     let outbox = try client.miataru.outbox(at: folder.appendingPathComponent("outbox"))
///     let delivering = Task { await outbox.run() }
///     try await outbox.add(place, of: device, keeping: .history)
public actor LocationOutbox {
    /// The most places in one call.
    static let batchLimit = 500
    /// For how long `run` rests when nothing waits and nobody calls, in seconds.
    private static let idleRest = 3600.0

    private let miataru: MiataruAPI
    private let limit: Int
    private let time: any BaliseClock
    private let pause: any BaliseSleeper
    private let random: any BaliseRandomSource
    private let file: OutboxFile
    private var queue = OutboxQueue()

    /// Devices whose key was refused, with the refused key.
    private var holds: [MiataruDeviceID: Hold] = [:]
    /// Smaller limits for devices with a bad place among those sent, until the bad one is found.
    private var batchLimits: [MiataruDeviceID: Int] = [:]
    private var lastDelivery: Date?
    private var problem: BaliseError?
    private var round: Task<BaliseError?, Never>?
    private var resting: (task: Task<Void, Never>, isIdle: Bool)?
    private var isWoken = false
    /// Whether a key was changed since the last look at the held devices.
    private var hasNewKey = false
    private var listeners = StreamListeners<LocationOutboxStatus>()

    /// - Throws: `storage`, also when another process or outbox has the file.
    init(
        _ url: URL, delivering miataru: MiataruAPI, limit: Int, configuration: BaliseConfiguration
    ) throws(BaliseError) {
        self.miataru = miataru
        self.limit = max(1, limit)
        time = configuration.time
        pause = configuration.pause
        random = configuration.random
        var queue = OutboxQueue()
        file = try OutboxFile(url, into: &queue)
        self.queue = queue
    }

    /// Takes a place in. When it returns true, the place is on the disk.
    ///
    /// - Returns: False when a place just as new or newer of this device was taken in before. Location services repeat
    ///   themselves, so that is no error.
    /// - Throws: `invalid` for a value out of its range, `storage` when the place could not be kept.
    @discardableResult
    public func add(
        _ location: DeviceLocation, of device: MiataruDeviceID, keeping: LocationKeeping
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

    /// Drops what waits of a device and will not be delivered, for example since its key is somebody else's. Counts as
    /// dropped.
    ///
    /// - Returns: How many places that were.
    /// - Throws: `storage` when that could not be written; after a restart they wait again then.
    @discardableResult
    public func discard(of device: MiataruDeviceID) throws(BaliseError) -> Int {
        guard let line = queue.lines[device], let last = line.last else { return 0 }
        holds[device] = nil
        try note(.dropped(device, through: last.number))
        return line.count
    }

    /// Takes in what a source of places gives, until the source ends or the task is cancelled.
    public func add(
        from source: any LocationFixSource, of device: MiataruDeviceID, keeping: LocationKeeping
    ) async throws(BaliseError) {
        for await fix in source.fixes() {
            guard let location = DeviceLocation(fix) else { continue }
            try add(location, of: device, keeping: keeping)
        }
    }

    /// Delivers what waits, until nothing is left that can be delivered, or the first failure. A call during another
    /// one's work waits for the same.
    ///
    /// - Returns: How the outbox stands then. Places of a held device still wait.
    /// - Throws: What kept the rest from being delivered; it waits for the next call.
    @discardableResult
    public func deliver() async throws(BaliseError) -> LocationOutboxStatus {
        if round == nil { round = Task { await deliverAll() } }
        if let error = await round?.value { throw error }
        return status
    }

    /// Delivers what waits and what comes, until the task is cancelled. After a failure it waits longer each time, and
    /// as long as the server asks for.
    public func run() async {
        let changes = await miataru.keys.changes()
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

    /// Has `run` try again now, because the network is back or a key was changed elsewhere, and every held device with
    /// it.
    public func retryNow() {
        holds = [:]
        isWoken = true
        resting?.task.cancel()
    }

    /// A device whose key is another now, or none, is tried again. What waits for the server goes on waiting.
    private func keyChanged(of device: MiataruDeviceID) {
        holds[device] = nil
        hasNewKey = true
        if let resting, resting.isIdle { resting.task.cancel() }
    }

    /// Forgets the places that the server refused; their number stays in the losses.
    public func clearRefusals() throws(BaliseError) {
        guard !queue.refusals.isEmpty else { return }
        try note(.refusalsCleared)
    }

    /// How the outbox stands.
    public var status: LocationOutboxStatus {
        LocationOutboxStatus(
            waiting: queue.count, oldestWaiting: queue.lines.values.compactMap { $0.first?.location.recordedAt }.min(),
            lastDelivery: lastDelivery, losses: queue.losses, refusals: queue.refusals, held: holds.mapValues(\.error),
            problem: problem)
    }

    /// How the outbox stands, now and after each change. Who is slow misses what lies between.
    public func statuses() -> AsyncStream<LocationOutboxStatus> {
        listeners.add(buffering: .bufferingNewest(1), first: status) { [weak self] number in
            await self?.removeListener(number)
        }
    }
}

// Delivering.
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

    /// The device whose turn it is: the one that has waited longest.
    private var nextDevice: MiataruDeviceID? {
        queue.lines.filter { holds[$0.key] == nil }.min {
            ($0.value.first?.number ?? 0) < ($1.value.first?.number ?? 0)
        }?
        .key
    }

    /// A device is tried again when another key is kept for it than the one that was refused.
    private func releaseHolds() async throws(BaliseError) {
        for (device, hold) in holds {
            let key = try await miataru.keys.key(for: device)
            if key != hold.key { holds[device] = nil }
        }
    }

    private func send(_ batch: OutboxBatch) async throws(BaliseError) {
        let device = batch.device
        // Read before: a key that is changed during the call is not the one that it refuses.
        let key = try await miataru.keys.key(for: device)
        do throws(BaliseError) {
            try await miataru.update(batch.entries.map(\.location), of: device, keeping: batch.keeping)
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
        _ batch: OutboxBatch, shown key: MiataruDeviceKey?, after error: BaliseError
    ) throws(BaliseError) {
        switch UploadResult(error, of: batch) {
        case .later: throw error
        case .deviceRefused:
            holds[batch.device] = Hold(key: key, error: error)
        case .badPlaces where batch.entries.count > 1:
            // Fewer at a time, until the bad one is alone.
            batchLimits[batch.device] = batch.entries.count / 2
        case .badPlaces:
            // It may have made room for newer ones meanwhile.
            guard let entry = queue.lines[batch.device]?.first, entry == batch.entries.first else { return }
            try note(.refused(entry, reason: error.description))
        }
    }
}

// Keeping, waiting, telling.
extension LocationOutbox {
    /// Keeps what happened. It counts here also when it cannot be written: after a restart, a place may then be sent
    /// twice.
    private func note(_ record: OutboxRecord) throws(BaliseError) {
        queue.apply(record)
        publish()
        try file.settle(record, queue)
        sweepIfWorthwhile()
    }

    /// A file that cannot be written anew goes on as it is; the next record tries again.
    private func sweepIfWorthwhile() {
        if file.needsSweep(queue) { try? file.sweep(queue) }
    }

    /// Waits, until the time is over, the task is cancelled, or something is to be done.
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
        // The status is made of the whole queue.
        if !listeners.isEmpty { listeners.send(status) }
    }

    private func removeListener(_ number: Int) { listeners.remove(number) }
}

/// Why a device's places are kept back, and with which key they were refused.
private struct Hold {
    let key: MiataruDeviceKey?
    let error: BaliseError
}

extension MiataruAPI {
    /// Opens the outbox in a file, with what waits in it.
    ///
    /// - Parameters:
    ///   - file: The file, which is made with its folder when there is none. Beside it stands one of the same name with
    ///     `.lock`. In a container that an app shares with its extensions it must not be held while the app is
    ///     suspended.
    ///   - limit: The most places that may wait.
    /// - Throws: `storage`, also when another process or outbox has the file.
    public func outbox(at file: URL, limit: Int = 10_000) throws(BaliseError) -> LocationOutbox {
        try LocationOutbox(file, delivering: self, limit: limit, configuration: configuration)
    }
}
