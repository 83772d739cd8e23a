// What happens at once is not lost, and what only one can win one wins.

import Isolation
import Testing

extension EndToEnd {
    @Suite("At once") struct Concurrency {
        @Test(
            "Parallel visits are all recorded",
            arguments: Shape.all(because: "SQLite and PostgreSQL settle races in ways of their own"))
        func visits(shape: Shape) async throws {
            let balise = try await shape.balise
            let (device, visitors) = (Fresh.device(), Fresh.devices(10))
            try await balise.accept(.updateLocation, Miataru.update(device))
            try await withThrowingTaskGroup { group in
                for visitor in visitors {
                    group.addTask { _ = try await balise.accept(.getLocation, Miataru.read([device], by: visitor)) }
                }
                try await group.waitForAll()
            }
            try await eventually("all ten visits are recorded") {
                Set(try await Visits.list(of: device, on: balise)) == Set(visitors)
            }
        }

        @Test(
            "Of racing first keys exactly one wins",
            arguments: Shape.all(because: "SQLite and PostgreSQL settle races in ways of their own"))
        func firstKeys(shape: Shape) async throws {
            let balise = try await shape.balise
            for _ in 0..<5 {
                let (device, keys) = (Fresh.device(), (0..<8).map { _ in Fresh.key() })
                let outcomes = try await withThrowingTaskGroup(of: (String, Int).self) { group in
                    for key in keys {
                        group.addTask {
                            (key, try await balise.post(.setDeviceKey, Miataru.setKey(of: device, to: key)).status)
                        }
                    }
                    return try await group.reduce(into: []) { $0.append($1) }
                }
                #expect(outcomes.map(\.1).sorted() == [200] + Array(repeating: 403, count: 7))
                let winner = try #require(outcomes.first { $0.1 == 200 }).0
                try await balise.accept(.updateLocation, Miataru.update(device, key: winner))
            }
        }

        @Test(
            "Parallel updates of one device all stand in its history",
            arguments: Shape.all(because: "SQLite and PostgreSQL settle races in ways of their own"))
        func updates(shape: Shape) async throws {
            let balise = try await shape.balise
            let device = Fresh.device()
            try await withThrowingTaskGroup { group in
                for time in 1...100 {
                    group.addTask {
                        let place = Miataru.place(device, .number(String(time)))
                        _ = try await balise.accept(.updateLocation, Miataru.update([place], history: "True"))
                    }
                }
                try await group.waitForAll()
            }
            let history = try await StoredPlaces.history(of: device, on: balise)
            #expect(Set(history.compactMap(\.integer)) == Set(1...100) && history.count == 100)
            #expect(try await StoredPlaces.current(of: device, on: balise)?["Timestamp"] == history.first)
        }
    }
}
