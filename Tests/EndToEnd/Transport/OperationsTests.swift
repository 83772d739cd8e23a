// The operations port: health and metrics. And the way in and out of a program.

import Foundation
import Isolation
import NIOHTTP1
import Testing

extension EndToEnd {
    @Suite("Operations") struct Operations {
        @Test("Alive and ready", arguments: Shape.all(because: "one program is ready, or all of them"))
        func health(shape: Shape) async throws {
            let balise = try await shape.balise
            for path in ["/livez", "/readyz"] {
                #expect(try await balise.call(.GET, balise.operations + path).status == 200)
                // Only on that port.
                #expect(try await balise.call(.GET, balise.http + path).status == 404)
            }
            #expect(try await balise.call(.GET, balise.http + "/metrics").status == 404)
        }

        @Test("One version everywhere", arguments: Shape.standard)
        func version(shape: Shape) async throws {
            let balise = try await shape.balise
            let said = try await balise.command("--version").output.split(separator: " ").last.map(String.init)
            let version = try #require(said?.trimmingCharacters(in: .whitespacesAndNewlines))
            let alive = try await balise.operate(.GET, "/livez")
            #expect(alive.text == "alive, version \(version)\n")
            let document = try await balise.call(.GET, balise.http + "/openapi.yaml").text
            #expect(document.contains("\n  version: \(version)\n"))
        }

        @Test("Metrics are Prometheus text, and count refusals by endpoint and status", arguments: Shape.standard)
        func metrics(shape: Shape) async throws {
            let balise = try await shape.balise
            let (device, key) = (Fresh.device(), Fresh.key())
            try await balise.accept(.setDeviceKey, Miataru.setKey(of: device, to: key))
            #expect(try await balise.post(.deleteLocation, Miataru.delete(device)).status == 403)
            let answer = try await balise.operate(.GET, "/metrics")
            #expect(answer.status == 200)
            #expect(answer.contentType?.hasPrefix("text/plain") == true)
            let lines = answer.text.split(separator: "\n")
            #expect(lines.contains { $0.hasPrefix("# TYPE balise_") })
            let kinds = lines.filter { $0.hasPrefix("# TYPE ") }.compactMap {
                $0.split(separator: " ").dropFirst(2).first
            }
            let meanings = lines.filter { $0.hasPrefix("# HELP ") }.compactMap {
                $0.split(separator: " ").dropFirst(2).first
            }
            #expect(kinds == meanings && !kinds.isEmpty)
            let refusals = lines.filter { $0.contains("403") && $0.contains("DeleteLocation") }
            #expect(refusals.contains { $0.hasPrefix("balise_") && !$0.hasSuffix(" 0") }, "\(refusals)")
            #expect(!answer.text.contains(Fresh.deviceMark) && !answer.text.contains(Fresh.keyMark))
        }

        @Test(
            "A program that is told to end while it works finishes what it has",
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
