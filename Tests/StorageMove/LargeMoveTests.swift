@testable import Storage
@testable import StorageMove

#if os(Linux)
    @Suite("A move of a large table", needsPostgreSQL, .timeLimit(.minutes(10))) struct LargeMoveTests {
        @Test("needs less memory than the table's size, in both directions")
        func memory() async throws {
            let scratch = try ScratchMove()
            let database = try scratch.openFile()
            // 240 MB, a portion at a time.
            for portion in 0..<30 {
                try await database.write { connection in
                    try connection.run(
                        """
                        INSERT INTO note (bytes) WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 4000) \
                        SELECT randomblob(2000) FROM n
                        """)
                    try connection.run("INSERT INTO line (at) VALUES (\(portion))")
                }
            }
            try database.close()
            for direction in [MoveMark.Direction.toServer, .toFile] {
                try Data("5".utf8).write(to: URL(fileURLWithPath: "/proc/self/clear_refs"))
                let before = try memory("VmRSS")
                guard case .moved(let rows, _) = try scratch.move().run(direction) else {
                    Issue.record("it was not moved")
                    return
                }
                #expect(rows == 120_000 + 30 + 2)
                #expect(try memory("VmHWM") - before < 120 << 10, "KiB")
            }
        }

        /// A line of what the system says of this process, in KiB.
        private func memory(_ name: String) throws -> Int {
            let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
            let line = try #require(status.split(separator: "\n").first { $0.hasPrefix(name + ":") })
            return try #require(line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) })
        }
    }
#endif
