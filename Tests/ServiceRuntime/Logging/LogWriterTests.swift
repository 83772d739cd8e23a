@testable import ServiceRuntime

@Suite("The writer of the log", .timeLimit(.minutes(10))) struct LogWriterTests {
    @Test("Lines of many tasks arrive whole, each task's in its order")
    func manyTasks() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("", to: "log")
        let file = try #require(FileHandle(forWritingAtPath: path))
        let writer = LogWriter(descriptor: file.fileDescriptor)
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<8 {
                group.addTask { for line in 0..<1000 { writer.write(Array("\(task) \(line) end".utf8)) } }
            }
        }
        writer.flush()
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
        #expect(lines.count == 8000)
        for task in 0..<8 {
            let own = lines.filter { $0.hasPrefix("\(task) ") }
            #expect(own.map(String.init) == (0..<1000).map { "\(task) \($0) end" })
        }
    }

    @Test("If the reader does not read, lines are dropped and counted, and no writer waits")
    func stuckReader() async throws {
        let pipe = Pipe.ofThisProcess()
        let writer = LogWriter(descriptor: pipe.fileHandleForWriting.fileDescriptor, maximumPendingBytes: 100_000)
        let line = Array(String(repeating: "x", count: 999).utf8)
        // A pipe holds 64 KiB, the writer some more: most of these 1,000 have to go.
        for _ in 0..<1000 { writer.write(line) }
        // A thread of its own: a flush blocks one of the pool until the pipe is read, and others may be blocked too.
        let (reading, read) = AsyncStream.makeStream(of: Data.self)
        let reader = Thread {
            read.yield(pipe.fileHandleForReading.readDataToEndOfFile())
            read.finish()
        }
        reader.start()
        writer.flush()
        writer.write(Array("last".utf8))
        writer.flush()
        try pipe.fileHandleForWriting.close()
        var text = Data()
        for await bytes in reading { text += bytes }
        let lines = String(decoding: text, as: UTF8.self).split(separator: "\n")
        let kept = lines.count { $0.hasPrefix("xxx") }
        #expect(lines.last == "last")
        // Once or more often, as the writer gets its turn.
        let dropped = lines.compactMap { line in
            line.hasSuffix(" log lines were dropped here") ? line.split(separator: " ").first.flatMap { Int($0) } : nil
        }
        #expect(kept + dropped.reduce(0, +) == 1000)
        #expect(kept < 500)
    }

    @Test("A closed reader causes no error")
    func closedReader() throws {
        signal(SIGPIPE, SIG_IGN)
        let pipe = Pipe.ofThisProcess()
        try pipe.fileHandleForReading.close()
        let writer = LogWriter(descriptor: pipe.fileHandleForWriting.fileDescriptor)
        writer.write(Array("lost".utf8))
        writer.flush()
    }
}

@Suite("The latest warnings", .timeLimit(.minutes(10))) struct RecentWarningsTests {
    private let warnings = RecentWarnings()
    private let output = LogOutput()

    private func logger(_ service: String) -> Logger {
        Logger(label: service) { label in
            ServiceLogHandler(
                service: label, level: .trace, format: .json, writer: output.writer, clock: SetClock.onLeapDay,
                warnings: warnings)
        }
    }

    @Test("are kept for each service, the latest first, without lesser levels")
    func kept() {
        logger("push").warning("slow", metadata: ["pushes": "7"])
        logger("push").info("quiet")
        logger("push").error("refused\nby the provider")
        logger("location").notice("quiet")
        let found = warnings.latest(of: .push)
        #expect(found.map(\.level) == ["error", "warning"])
        #expect(!found[0].text.contains("\n") && found[1].text == "slow pushes=7")
        #expect(found.allSatisfy { $0.at == SetClock.onLeapDay.now() })
        #expect(warnings.latest(of: .location).isEmpty)
        #expect(output.lines().count == 4)
    }

    @Test("of the program itself belong to the edge")
    func program() {
        logger("balise").warning("the bus is late")
        #expect(warnings.latest(of: .edge).map(\.text) == ["the bus is late"])
    }

    @Test("are limited in number and length")
    func bounded() {
        for number in 0..<30 { logger("push").warning("\(number) \(String(repeating: "x", count: 1000))") }
        let found = warnings.latest(of: .push)
        #expect(found.count == RecentWarnings.capacity && found.first?.text.hasPrefix("29 x") == true)
        #expect(found.allSatisfy { $0.text.count == RecentWarnings.length })
    }
}

@Suite("The log of an unavailable store", .timeLimit(.minutes(10))) struct StoreOutageTests {
    @Test("reports the begin, once a minute the number of refusals, and the end")
    func lines() async throws {
        let (output, time) = (LogOutput(), SetInstant())
        let outage = StoreOutage(output.logger()) { time.now() }
        let context = MessageContext(requestID: "r")
        for _ in 0..<500 { outage.record(StorageError.closed, context) }
        let first = try #require(output.lines().first)
        #expect(output.lines().count == 1 && first.contains("the store is not available"))
        #expect(first.contains(#""count":1"#) && first.contains(#""level":"error""#))
        time.advance(by: .seconds(60))
        outage.record(StorageError.closed, context)
        #expect(output.lines().count == 2 && output.lines()[1].contains(#""count":500"#))

        let folder = try TemporaryFolder()
        let database = try ServiceDatabase.open(at: folder.url.appendingPathComponent("a.sqlite"), migrations: [])
        let watching = Task { await outage.watch(database) {} }
        try await eventually("its end is told") { output.lines().count == 3 }
        #expect(output.lines()[2].contains("the store is available again"))
        #expect(output.lines()[2].contains(#""refused":501"#))
        await watching.end()
        try database.close()
    }

    @Test("and says nothing of an end whose beginning it did not tell")
    func short() async throws {
        let (output, time) = (LogOutput(), SetInstant())
        let outage = StoreOutage(output.logger()) { time.now() }
        let folder = try TemporaryFolder()
        let database = try ServiceDatabase.open(at: folder.url.appendingPathComponent("a.sqlite"), migrations: [])
        let looks = Mutex(0)
        let watching = Task { await outage.watch(database) { looks.withLock { $0 += 1 } } }
        for round in 1...3 {
            outage.record(StorageError.closed, MessageContext(requestID: "r"))
            try await eventually("it is looked at") { looks.withLock { $0 } >= round }
        }
        try await eventually("the first is over") { output.lines().count == 2 }
        await watching.end()
        #expect(output.lines().count == 2)
        try database.close()
    }
}
