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
