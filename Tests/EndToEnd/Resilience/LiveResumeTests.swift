extension EndToEnd {
    @Suite("Live places") struct LivePlaces {
        private func move(_ device: String, _ timestamp: String, on balise: RunningBalise) async throws {
            let place = Miataru.place(device, .string(timestamp))
            try await balise.accept(.updateLocation, Miataru.update([place], history: "True"))
        }

        @Test("A viewer misses no change when location, the edge or both are killed")
        func resumesAfterKills() async throws {
            try await RunningBalise.withOwn(.services) { balise in
                for programs in [["location"], ["edge"], ["location", "edge"]] {
                    let (moved, still, friend) = (Fresh.device(), Fresh.device(), Fresh.device())
                    for device in [moved, still] { try await move(device, "1", on: balise) }
                    let before = try await EventStream.open(balise, of: [moved, still], by: friend)
                    let id = try #require(try await before.events(2).last?.id)
                    try await move(moved, "2", on: balise)
                    try await balise.killAndRestart(programs)
                    try await move(moved, "3", on: balise)
                    if programs == ["location"] {
                        try await eventually("the place from after the kill") {
                            before.events.dropFirst(2).contains { $0.timestamp == "3" }
                        }
                    }
                    before.close()
                    let after = try await EventStream.open(balise, of: [moved, still], by: friend, after: id)
                    try await after.events(1)
                    try await move(still, "4", on: balise)
                    #expect(try await after.events(2).map(\.timestamp) == ["3", "4"], "after a kill of \(programs)")
                    after.close()
                }
            }
        }

        @Test(
            "Viewers get a change of a replica that is killed right after it",
            .enabled(if: Shape.replicas.isAvailable))
        func killedReplica() async throws {
            try await RunningBalise.withOwn(.replicas) { balise in
                let devices = Fresh.devices(8)
                for device in devices { try await move(device, "1", on: balise) }
                let stream = try await EventStream.open(balise, of: devices, by: Fresh.device())
                try await stream.events(8)
                for device in devices { try await move(device, "2", on: balise) }
                try await balise.killAndRestart("location")
                try await eventually("all places") {
                    Set(stream.events.filter { $0.timestamp == "2" }.compactMap(\.device)) == Set(devices)
                }
                stream.close()
            }
        }
    }
}
