import Storage

enum StorageBenchmarks {
    /// Durable writes a second with so many writers, each waiting for its own before the next.
    static func durableRows(writers: Int, seconds: Double) async throws -> Double {
        try await withDatabase { database in
            let start = ContinuousClock.now
            let end = start.advanced(by: .seconds(seconds))
            let total = try await withThrowingTaskGroup(of: Int.self) { group in
                for writer in 0..<writers {
                    group.addTask { try await write(as: writer, of: writers, until: end, to: database) }
                }
                return try await group.reduce(0, +)
            }
            return Double(total) / milliseconds(since: start) * 1000
        }
    }

    /// Reads by key a second on one thread.
    static func readsByKey(seconds duration: Double) async throws -> Double {
        try await withDatabase { database in
            for number in 0..<devices { try await database.write { try save(Fix(number: number), in: $0) } }
            var count = 0
            let start = ContinuousClock.now
            let end = start.advanced(by: .seconds(duration))
            while ContinuousClock.now < end {
                for _ in 0..<100 {
                    count += 1
                    let device = Fix(number: count).device
                    _ = try await database.read { try load(device, in: $0) }
                }
            }
            return Double(count) / milliseconds(since: start) * 1000
        }
    }

    private static func write(
        as writer: Int, of writers: Int, until end: ContinuousClock.Instant, to database: ServiceDatabase
    ) async throws -> Int {
        var count = 0
        while ContinuousClock.now < end {
            let fix = Fix(number: count &* writers &+ writer)
            try await database.write { try save(fix, in: $0) }
            count += 1
        }
        return count
    }

    // MARK: The rows

    private static let devices = 10_000

    private struct Fix: Sendable {
        var device: String
        var value: Double

        init(number: Int) {
            let spread = String(UInt32(truncatingIfNeeded: number &* 2_654_435_761) % UInt32(devices), radix: 16)
            device = "7b8e6e0e-e4a1-4b1d-8a39-2f5a" + String(repeating: "0", count: 8 - spread.count) + spread
            value = Double(number) * 1.5
        }
    }

    private static let schema = Migration(
        "create",
        sql: """
            CREATE TABLE location (device TEXT PRIMARY KEY, ts REAL, lat REAL, lon REAL, acc REAL, speed REAL,
                bearing REAL, alt REAL, battery REAL) STRICT, WITHOUT ROWID;
            CREATE TABLE history (id INTEGER PRIMARY KEY, device TEXT, ts REAL, lat REAL, lon REAL, acc REAL,
                speed REAL, bearing REAL, alt REAL, battery REAL) STRICT;
            """)

    private static func save(_ fix: Fix, in connection: Connection) throws {
        let (device, value) = (fix.device, fix.value)
        try connection.run(
            """
            INSERT INTO location VALUES (\(device), \(value + 2), \(value + 3), \(value + 4), \(value + 5), \
            \(value + 6), \(value + 7), \(value + 8), NULL) ON CONFLICT (device) DO UPDATE \
            SET ts = excluded.ts, lat = excluded.lat, lon = excluded.lon, acc = excluded.acc, \
            speed = excluded.speed, bearing = excluded.bearing, alt = excluded.alt, battery = excluded.battery
            """)
        try connection.run(
            """
            INSERT INTO history (device, ts, lat, lon, acc, speed, bearing, alt, battery) \
            VALUES (\(device), \(value + 2), \(value + 3), \(value + 4), \(value + 5), \(value + 6), \
            \(value + 7), \(value + 8), NULL)
            """)
    }

    private static func load(_ device: String, in connection: Connection) throws -> Double? {
        try connection.first("SELECT ts, lat, lon, acc FROM location WHERE device = \(device)") {
            row throws(StorageError) in try row["lat"]
        }
    }

    // MARK: Around it

    private static func withDatabase<Value>(_ body: (ServiceDatabase) async throws -> Value) async throws -> Value {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("storage-" + UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        let database = try ServiceDatabase.open(at: folder.appendingPathComponent("bench.sqlite"), migrations: [schema])
        let value = try await body(database)
        try database.close()
        return value
    }
}
