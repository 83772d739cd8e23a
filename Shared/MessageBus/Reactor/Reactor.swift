import CZeroMQ
import Foundation
import Synchronization

/// The thread that owns every socket of a bus. It is also the executor of the handlers' tasks, so a request passes from
/// the socket through its handler to the reply without a change of threads. It sleeps in poll(2). `@unchecked
/// Sendable`: `inbox` is locked and `threadID` atomic; once the thread runs, only it uses the rest.
final class Reactor: TaskExecutor, @unchecked Sendable {
    private struct Inbox {
        var commands: [Command] = []
        var isAsleep = false
        var hasEnded = false
    }

    /// The largest number of commands in one turn. It limits how long the sockets wait for the commands.
    private static let turn = 512
    /// How many rounds of follow-up work may run before the descriptors are checked again.
    private static let roundsBetweenLooks = 16

    private let inbox = Mutex(Inbox())
    private let threadID = Atomic<UInt>(0)
    private var wakeUp: (Int32, Int32)
    /// libzmq's context. It is freed when the reactor ends, so other threads may use it only inside `whileOpen`.
    let context: UnsafeMutableRawPointer
    private let isOpen = Mutex(true)
    let watch: StallDetector?
    let turns: TurnRecord

    private var local: [Command] = []
    private var batch: [Command] = []
    private var ports: [Port] = []
    private var polled: [pollfd] = []
    private var isStopping = false
    private var onEnd: [@Sendable () -> Void] = []
    private var alarms: [(time: MonotonicTime, ring: () -> Void)] = []

    init(name: String, watch: StallDetector?, turns: TurnRecord) throws(BusSetupError) {
        guard let context = zmq_ctx_new() else { throw .system(what: "zmq_ctx_new", reason: zeroMQReason()) }
        (self.context, self.watch, self.turns) = (context, watch, turns)
        zmq_ctx_set(context, ZMQ_IO_THREADS, 1)
        zmq_ctx_set(context, ZMQ_MAX_SOCKETS, 1023)
        var ends: (Int32, Int32) = (-1, -1)
        let status = withUnsafeMutableBytes(of: &ends) { ends in
            balise_wakeup_open(ends.bindMemory(to: Int32.self).baseAddress)
        }
        wakeUp = ends
        guard status == 0 else {
            let reason = systemReason()
            zmq_ctx_term(context)
            throw .system(what: "eventfd", reason: reason)
        }
        polled = [pollfd(fd: ends.0, events: Int16(POLLIN), revents: 0)]
        try start(name)
    }

    deinit {
        // The wake-up is closed only here: a thread that has just queued something may still signal it.
        withWakeUp { balise_wakeup_close($0) }
    }

    private func start(_ name: String) throws(BusSetupError) {
        final class Launch {
            let reactor: Reactor; let name: String; init(_ r: Reactor, _ n: String) { reactor = r; name = n }
        }
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        // The stack is enlarged because handlers run on it; Darwin's default for a secondary thread is half a megabyte.
        pthread_attr_setstacksize(&attributes, 4 << 20)
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        let launch = Unmanaged.passRetained(Launch(self, name))
        #if canImport(Darwin)
            var thread: pthread_t?
        #else
            var thread = pthread_t()
        #endif
        let status = pthread_create(
            &thread, &attributes,
            { argument in
                #if canImport(Darwin)
                    let launch = Unmanaged<Launch>.fromOpaque(argument).takeRetainedValue()
                #else
                    guard let argument else { return nil }
                    let launch = Unmanaged<Launch>.fromOpaque(argument).takeRetainedValue()
                #endif
                balise_thread_name("bus-" + launch.name)
                launch.reactor.run()
                return nil
            }, launch.toOpaque())
        guard status == 0 else {
            launch.release()
            zmq_ctx_term(context)
            throw .system(what: "pthread_create", reason: systemReason(status))
        }
    }

    // MARK: From any thread

    var isCurrent: Bool { threadID.load(ordering: .relaxed) == Reactor.currentThread }

    private static var currentThread: UInt {
        #if canImport(Darwin)
            UInt(bitPattern: pthread_self())
        #else
            UInt(pthread_self())
        #endif
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        // A task that outlives the bus continues on another executor.
        if !submit(.job(job)) { globalConcurrentExecutor.enqueue(ExecutorJob(job)) }
    }

    /// Queues a command. Returns false if the reactor has ended.
    @discardableResult
    func submit(_ command: Command) -> Bool {
        if isCurrent {
            local.append(command)
            return true
        }
        let (isTaken, wakes) = inbox.withLock { inbox in
            if inbox.hasEnded { return (false, false) }
            inbox.commands.append(command)
            defer { inbox.isAsleep = false }
            return (true, inbox.isAsleep)
        }
        if wakes { withWakeUp { balise_wakeup_signal($0) } }
        return isTaken
    }

    private func withWakeUp(_ body: (UnsafePointer<Int32>) -> Void) {
        withUnsafeBytes(of: wakeUp) { ends in
            if let ends = ends.bindMemory(to: Int32.self).baseAddress { body(ends) }
        }
    }

    /// Creates sockets on another thread. The context exists until `make` returns. Throws `closed` after its end.
    func whileOpen<Value: Sendable>(_ make: () throws(BusSetupError) -> Value) throws(BusSetupError) -> Value {
        try isOpen.withLock { isOpen throws(BusSetupError) in
            guard isOpen else { throw .closed }
            return try make()
        }
    }

    /// Ends the reactor after the queued work. Calls `then` when the sockets and the context are closed; at once if it
    /// has ended.
    func stop(_ then: @escaping @Sendable () -> Void) {
        let isTaken = submit(
            .perform { [self] in
                isStopping = true
                onEnd.append(then)
            })
        if !isTaken { then() }
    }

    // MARK: On the reactor's thread

    func attach(_ port: Port) {
        ports.append(port)
        polled.append(pollfd(fd: port.descriptor, events: Int16(POLLIN), revents: 0))
    }

    /// Removes a port from the reactor. Returns false if the port was not attached.
    @discardableResult
    func detach(_ port: Port) -> Bool {
        guard let index = ports.firstIndex(where: { $0 === port }) else { return false }
        ports.remove(at: index)
        polled.remove(at: index + 1)
        return true
    }

    /// Calls `ring` once: at `time`, or earlier if the reactor ends.
    func perform(at time: MonotonicTime, _ ring: @escaping () -> Void) { alarms.append((time, ring)) }

    private func run() {
        threadID.store(Reactor.currentThread, ordering: .relaxed)
        while !isStopping {
            // Work creates more work: a reply leads to the next request. Checks of descriptors in between are wasteful.
            var rounds = 0
            var isBusy = true
            while isBusy, rounds < Reactor.roundsBetweenLooks {
                turns.recordTurn(at: .now)
                drainInbox(fallingAsleep: false)
                executeLocal()
                flush()
                receive()
                isBusy = hasWork
                rounds += 1
            }
            // The sweep creates work, which may forbid the sleep: answers to deliver, cancellations to send.
            let wait = sweep()
            flush()
            sleep(atMost: hasWork || isStopping ? 0 : wait)
        }
        end()
    }

    private var hasWork: Bool { !local.isEmpty || ports.contains { $0.isTouched } }

    private func flush() {
        for port in ports { port.flush() }
    }

    private func receive() {
        // The loop uses an index, because serving a port can attach and detach ports.
        var index = 0
        while index < ports.count {
            let port = ports[index]
            if port.isTouched { port.receiveBurst() }
            index += 1
        }
    }

    /// Takes the work of other threads. With `fallingAsleep`, also marks the thread as asleep if there is no work, and
    /// returns whether it may sleep.
    @discardableResult
    private func drainInbox(fallingAsleep: Bool) -> Bool {
        let maySleep = inbox.withLock { inbox in
            swap(&inbox.commands, &batch)
            inbox.isAsleep = fallingAsleep && batch.isEmpty
            return inbox.isAsleep
        }
        if !batch.isEmpty {
            local.append(contentsOf: batch)
            batch.removeAll(keepingCapacity: true)
        }
        return maySleep
    }

    private func executeLocal() {
        var count = 0
        while !local.isEmpty, count < Reactor.turn {
            swap(&local, &batch)
            for command in batch { execute(command) }
            count += batch.count
            batch.removeAll(keepingCapacity: true)
        }
    }

    private func execute(_ command: Command) {
        switch command {
        case .job(let job):
            measure { job.runSynchronously(on: asUnownedTaskExecutor()) }
        case .send(let route, let request): route.send(request)
        case .cancel(let route, let id): route.cancel(id)
        case .perform(let body): body()
        }
    }

    func measure(_ work: () -> Void) {
        if let watch { watch.measure(work) } else { work() }
    }

    /// Ends expired work. Returns the milliseconds until the next deadline; -1 if there is no deadline.
    private func sweep() -> Int32 {
        var next = MonotonicTime.never
        var now: MonotonicTime?
        if !alarms.isEmpty {
            let present = MonotonicTime.now
            now = present
            let due = alarms.filter { $0.time <= present }
            alarms.removeAll { $0.time <= present }
            for alarm in due { alarm.ring() }
            next = alarms.map(\.time).min() ?? .never
        }
        for port in ports where port.nextDeadline != .never {
            let present = now ?? .now
            now = present
            if port.nextDeadline <= present { port.sweep(present) }
            next = min(next, port.nextDeadline)
        }
        guard next != .never, let now else { return -1 }
        // The time is rounded up, because a wake-up before the deadline would only lead to another sleep.
        return Int32(clamping: now.nanoseconds(until: next) / 1_000_000 + 1)
    }

    private func sleep(atMost milliseconds: Int32) {
        var milliseconds = milliseconds
        if milliseconds != 0, !drainInbox(fallingAsleep: true) { milliseconds = 0 }
        if !ports.contains(where: { $0.hasRequests }) {
            turns.recordRest()
        } else if milliseconds < 0 || milliseconds > turns.maximumSleep {
            // Database writers check whether this thread stands still, so it must record its turns often.
            milliseconds = turns.maximumSleep
        }
        let ready = poll(&polled, nfds_t(polled.count), milliseconds)
        guard ready > 0 else { return }
        if polled[0].revents != 0 { withWakeUp { balise_wakeup_clear($0) } }
        for index in ports.indices where polled[index + 1].revents != 0 { ports[index].isTouched = true }
    }

    private func end() {
        isOpen.withLock { $0 = false }
        // New sockets may still be on their way to the ports. They must be closed, too.
        drainInbox(fallingAsleep: false)
        let queued = local
        local = []
        for command in queued { execute(command) }
        // The ports end first, because they fail unfinished work, which queues jobs.
        var ended: [Port] = []
        while let port = ports.popLast() {
            port.end()
            ended.append(port)
        }
        let rung = alarms
        alarms = []
        for alarm in rung { alarm.ring() }
        zmq_ctx_shutdown(context)
        zmq_ctx_term(context)
        for port in ended { port.hasEnded() }
        let rest = inbox.withLock { inbox in
            inbox.hasEnded = true
            defer { inbox.commands = [] }
            return inbox.commands
        }
        threadID.store(0, ordering: .relaxed)
        for command in local + rest { refuse(command) }
        local = []
        polled = []
        for then in onEnd { then() }
        onEnd = []
    }

    private func refuse(_ command: Command) {
        switch command {
        case .job(let job): globalConcurrentExecutor.enqueue(ExecutorJob(job))
        case .send(_, let request): request.answer(.failure(.closed))
        case .perform(let body): body()
        case .cancel: break
        }
    }
}
