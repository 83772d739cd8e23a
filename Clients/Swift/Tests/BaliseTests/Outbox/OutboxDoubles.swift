@testable import Balise

// Most of these tests use places. An outbox of interactions has the same queue and file.
typealias OutboxQueue = Balise.OutboxQueue<WaitingLocation>
typealias OutboxRecord = Balise.OutboxRecord<WaitingLocation>
typealias OutboxEntry = Balise.OutboxEntry<WaitingLocation>
typealias OutboxFile = Balise.OutboxFile<WaitingLocation>

final class OutboxFolder: Sendable {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("outbox-\(UUID().uuidString)")

    init() {}

    deinit { try? FileManager.default.removeItem(at: url) }

    /// The outbox's file, in a folder that does not exist yet.
    var file: URL { url.appendingPathComponent("inner/outbox") }

    var content: [UInt8] { get throws { Array(try Data(contentsOf: file)) } }

    /// Writes the file as a process that has ended may have left it.
    func leave(_ content: some Sequence<UInt8>) throws {
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(content).write(to: file)
    }

    /// The queue in the file, as a new process reads it.
    func queue() throws -> OutboxQueue {
        var queue = OutboxQueue()
        _ = try OutboxFile(file, into: &queue)
        return queue
    }
}

extension OutboxQueue {
    /// The queue after these records.
    init(_ records: some Sequence<OutboxRecord>) {
        self.init()
        for record in records { apply(record) }
    }
}

extension OutboxEntry {
    init(number: Int64, device: LocationDeviceID, location: DeviceLocation, keeping: LocationKeeping) {
        self.init(number: number, owner: device, item: WaitingLocation(location, keeping: keeping))
    }

    /// A place that was recorded `number` seconds after the start of the tests' clock.
    static func number(
        _ number: Int64, _ device: LocationDeviceID, _ keeping: LocationKeeping = .history
    ) -> OutboxEntry {
        OutboxEntry(number: number, device: device, location: .at(TimeInterval(number)), keeping: keeping)
    }
}

/// Waits until a test ends the wait or its task is cancelled, and reports each wait.
final class HeldPause: BaliseSleeper {
    /// The requested length of each wait in seconds, when it begins.
    let waits: AsyncStream<Double>
    private let began: AsyncStream<Double>.Continuation
    private let gate = Mutex<AsyncStream<Never>.Continuation?>(nil)

    init() { (waits, began) = AsyncStream.makeStream() }

    func sleep(seconds: Double) async throws {
        let (wait, end) = AsyncStream.makeStream(of: Never.self)
        gate.withLock { $0 = end }
        began.yield(seconds)
        for await _ in wait {}
        try Task.checkCancellation()
    }

    func end() { gate.withLock { $0?.finish() } }
}
