extension EndToEnd {
    @Suite("Operations") struct Operations {
        @Test("All programs and documents name the same version", arguments: Shape.standard)
        func version(shape: Shape) async throws {
            let balise = try await shape.balise
            let said = try await balise.command("--version").output.split(separator: " ").last.map(String.init)
            let version = try #require(said?.trimmingCharacters(in: .whitespacesAndNewlines))
            let alive = try await balise.operate(.GET, "/livez")
            #expect(alive.text == "alive, version \(version)\n")
            let document = try await balise.call(.GET, balise.http + "/openapi.yaml").text
            #expect(document.contains("\n  version: \(version)\n"))
        }

        @Test(
            "A program that is asked to end finishes its requests",
            arguments: Shape.all(because: "programs end in another order"))
        func drain(shape: Shape) async throws {
            try await RunningBalise.withOwn(shape) { balise in
                let device = Fresh.device()
                let (acknowledged, failed) = (Counter(), Counter())
                try await withThrowingTaskGroup { group in
                    for _ in 0..<8 {
                        group.addTask {
                            // Until it stops listening.
                            while !Task.isCancelled {
                                let update = Miataru.update([Miataru.place(device)], history: "True")
                                guard let answer = try? await balise.post(.updateLocation, update) else { return }
                                answer.status == 200 ? acknowledged.add() : failed.add()
                                guard answer.status == 200 else { return }
                            }
                        }
                    }
                    try await eventually("updates are taken") { acknowledged.value >= 50 }
                    try await balise.stop()
                    try await group.waitForAll()
                }
                for program in shape.programs { try balise.launch(program) }
                try await balise.untilReady()
                let read = try await balise.accept(.getLocationHistory, Miataru.history(of: device, by: Fresh.device()))
                let stored = try #require(read["MiataruServerConfig"]?["AvailableDeviceLocationUpdates"]?.integer)
                #expect(stored >= min(1023, acknowledged.value), "everything acknowledged is kept")
            }
        }
    }
}
