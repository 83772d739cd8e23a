@Suite("Deleted data", .timeLimit(.minutes(10))) struct DeletedBytesTests {
    private static let mark = "canary-in-the-file"

    private let options = StorageOptions.with {
        ($0.logQuietTime, $0.logMaximumAge) = (.milliseconds(20), .milliseconds(100))
    }

    @Test("It is in no file of the database soon afterwards, even during other writes", arguments: [false, true])
    func gone(isBusy: Bool) async throws {
        let folder = try ScratchFolder()
        let database = try folder.open(options)
        for number in 0..<200 { try await database.write { try $0.addNote("\(Self.mark) \(number)") } }
        #expect(try isOnDisk(in: folder))
        try await database.write { try $0.execute("DELETE FROM notes") }
        let writer = Task {
            var number = 0
            while isBusy, !Task.isCancelled {
                try await database.write { [number] in try $0.addNote("other \(number)") }
                number += 1
            }
        }
        #expect(try await eventually { try !isOnDisk(in: folder) })
        writer.cancel()
        try await writer.value
        try database.close()
    }

    @Test("Much freed space is returned to the file system")
    func space() async throws {
        let folder = try ScratchFolder()
        var options = options
        options.keptFreePages = 64
        let database = try folder.open(options)
        for number in 0..<40 {
            try await database.write { connection in
                for part in 0..<50 {
                    try connection.addNote("\(number) \(part) " + String(repeating: "x", count: 3500))
                }
            }
        }
        #expect(try await eventually { try size(folder) > 7_000_000 })
        try await database.write { try $0.execute("DELETE FROM notes WHERE id > 20") }
        #expect(
            try await eventually {
                // Space is given back portion by portion, behind a write.
                try await database.write { try $0.addNote("\(UInt64.random(in: 0...UInt64.max))") }
                return try size(folder) < 2_000_000
            })
        #expect(try await database.read { try $0.text("PRAGMA integrity_check") } == "ok")
        try database.close()
    }

    private func size(_ folder: ScratchFolder) throws -> Int {
        try FileManager.default.attributesOfItem(atPath: folder.database.path)[.size] as? Int ?? 0
    }

    private func isOnDisk(in folder: ScratchFolder) throws -> Bool {
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.url.path) where !name.hasSuffix(".lock")
        {
            // No other process uses the file here.
            guard let bytes = FileManager.default.contents(atPath: folder.url.appendingPathComponent(name).path) else {
                continue
            }
            if bytes.range(of: Data(Self.mark.utf8)) != nil { return true }
        }
        return false
    }
}
