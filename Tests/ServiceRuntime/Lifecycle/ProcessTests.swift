@testable import ServiceRuntime

/// The time that decides about deleting old data, while the system clock is being set.
@Suite struct CautiousClockTests {
    private struct Clocks {
        let wall = SetClock()
        let monotonic = SteppedClock()

        func clock() -> CautiousClock { CautiousClock(wall, monotonic: monotonic) }
        func pass(_ seconds: Int64) {
            monotonic.advance(by: .seconds(seconds))
            wall.advance(seconds: seconds)
        }
    }

    private static let day: Int64 = 86_400

    @Test("accepts passing time and small corrections in both directions")
    func steady() {
        let clocks = Clocks()
        let clock = clocks.clock()
        for correction in [0, 3600, -7200] as [Int64] {
            clocks.pass(40 * CautiousClockTests.day)
            clocks.wall.advance(seconds: correction)
            #expect(clock.now() == clocks.wall.now() && clock.finding.state == .ok)
        }
    }

    @Test("ignores a jump forward for a day")
    func jump() {
        let clocks = Clocks()
        let clock = clocks.clock()
        clocks.wall.advance(seconds: 400 * CautiousClockTests.day)
        #expect(clock.now() == .start && clock.finding.state == .warning)
        clocks.pass(86_399)
        #expect(clock.now() == UnixTime.start.adding(seconds: 86_399))
        clocks.pass(1)
        #expect(clock.now() == clocks.wall.now() && clock.finding.state == .ok)
    }

    @Test("accepts a corrected clock at once, and ignores the next jump for a day again")
    func setRight() {
        let clocks = Clocks()
        let clock = clocks.clock()
        for _ in 0..<3 {
            clocks.wall.advance(seconds: 400 * CautiousClockTests.day)
            #expect(clock.finding.state == .warning)
            clocks.pass(CautiousClockTests.day / 2)
            #expect(clock.now() < UnixTime.start.adding(seconds: 2 * CautiousClockTests.day))
            clocks.wall.advance(seconds: -400 * CautiousClockTests.day)
            #expect(clock.now() == clocks.wall.now() && clock.finding.state == .ok)
        }
    }
}

@Suite struct OpenFileLimitTests {
    @Test func raisesTheSoftLimitToTheHardOne() throws {
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        var limit = rlimit()
        try #require(getrlimit(resource, &limit) == 0)
        let hard = limit.rlim_max
        // Enough for whatever runs beside this test.
        limit.rlim_cur = min(hard, 1 << 20) - 1
        try #require(setrlimit(resource, &limit) == 0)
        #expect(OpenFileLimit.current == Int(min(hard, 1 << 20)) - 1)
        OpenFileLimit.raise()
        #expect(OpenFileLimit.current == Int(min(hard, 1 << 20)))
        try #require(getrlimit(resource, &limit) == 0)
        #expect(limit.rlim_max == hard, "what is allowed at most stays")
    }

    @Test("A program with too few open files says at its start how many it needs")
    func tooFew() throws {
        // In the middle of these, libraries abort the process.
        for allowed in [24, 48, 64, 255] {
            let failure = #expect(throws: StartError.self) { try OpenFileLimit.check(services: 6, allowed: allowed) }
            #expect(failure?.exitCode == 1)
            let text = try #require(failure?.description)
            #expect(text.contains("allows this process \(allowed) open files") && text.contains("needs 256"))
        }
        try OpenFileLimit.check(services: 6, allowed: 256)
        try OpenFileLimit.check(services: 1, allowed: 96)
    }
}

@Suite("Signals", .timeLimit(.minutes(10))) struct StopSignalsTests {
    @Test("The first signal starts an orderly shutdown, another has no effect, and the same again ends the process")
    func twoSignals() async {
        let ends = Mutex<[String]>([])
        let stop = StopRequest()
        // Signals that nothing else in a test uses.
        let time = Mutex(ContinuousClock.now)
        let signals = StopSignals([SIGUSR2, SIGUSR1], timeout: 3600, now: { time.withLock { $0 } }) { reason, status in
            ends.withLock { $0.append("\(reason), \(status)") }
        }
        signals.watch(stop)
        await withCheckedContinuation { continuation in
            stop.whenRequested { continuation.resume() }
            kill(getpid(), SIGUSR2)
        }
        kill(getpid(), SIGUSR1)
        // Two that are under way may be taken in either order, so this one has to be seen first.
        while signals.count < 2 { await Task.yield() }
        #expect(ends.withLock { $0 }.isEmpty)
        time.withLock { $0 += .milliseconds(999) }
        kill(getpid(), SIGUSR2)
        while signals.count < 3 { await Task.yield() }
        #expect(ends.withLock { $0 }.isEmpty)
        time.withLock { $0 += .milliseconds(1) }
        kill(getpid(), SIGUSR2)
        while ends.withLock({ $0.isEmpty }) { await Task.yield() }
        #expect(ends.withLock { $0 } == ["the same signal came again, \(128 + SIGUSR2)"])
        withExtendedLifetime(signals) {}
    }

    @Test("A stop request before the first listener is kept, and takes effect once")
    func early() {
        let count = Atomic<Int>(0)
        let stop = StopRequest()
        stop.request()
        stop.whenRequested { count.add(1, ordering: .relaxed) }
        stop.request()
        #expect(count.load(ordering: .relaxed) == 1)
    }
}

@Suite("The data folder") struct DataDirectoryTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("It is created with its parent folders, for its owner only")
    func made() throws {
        _ = try DataDirectory(folder.url.appendingPathComponent("a/b"))
        #expect(try folder.mode("a/b") == 0o700)
        #expect(try folder.mode("a/b/run") == 0o700)
    }

    @Test("A second process that wants the same service's data is refused")
    func locked() throws {
        let data = try DataDirectory(folder.url)
        try data.lock(for: .location)
        #expect(try folder.mode("run/location.lock") == 0o600)
        let error = #expect(throws: StartError.self) { try DataDirectory(folder.url).lock(for: .location) }
        #expect(
            error?.description
                == "cannot use \(folder.url.path): another process runs the location service on it; "
                + "stop that one, or set BALISE_DATA_DIR")
    }

    @Test(
        "A folder that every user can write to is refused", arguments: [(0o777, true), (0o1777, true), (0o770, false)])
    func open(_ mode: Int, _ isRefused: Bool) throws {
        #expect(chmod(folder.url.path, mode_t(mode)) == 0)
        if isRefused {
            let error = #expect(throws: StartError.self) { try DataDirectory(folder.url) }
            #expect(
                error?.description
                    == "cannot use \(folder.url.path): every user of this machine can write there; run chmod 700 on it")
        } else {
            _ = try DataDirectory(folder.url)
        }
    }

    @Test("A file at its path is named in the error")
    func file() throws {
        let path = try folder.write("", to: "data")
        let error = #expect(throws: StartError.self) { try DataDirectory(URL(fileURLWithPath: path)) }
        #expect(error?.description == "cannot use \(path): it is a file, not a folder; set BALISE_DATA_DIR to a folder")
    }

    @Test("A folder that is not writable is named in the error", .enabled(if: getuid() != 0, "root writes everywhere"))
    func readOnly() throws {
        try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: folder.url.path)
        let error = #expect(throws: StartError.self) { try DataDirectory(folder.url) }
        #expect(error?.description.contains(folder.url.path) == true)
    }
}
