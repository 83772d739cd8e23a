// How many locations an update may bring, and readings of what it leaves that other tests use.

import Isolation
import Testing

extension EndToEnd {
    @Suite("What an update leaves") struct StorageRules {
        static func current(of device: String, on balise: RunningBalise) async throws -> JSON? {
            try await balise.accept(.getLocation, Miataru.read([device], by: Fresh.device()))["MiataruLocation"]?[0]
        }

        /// The timestamps of a device's history, newest first.
        static func history(of device: String, on balise: RunningBalise) async throws -> [JSON] {
            let read = try await balise.accept(
                .getLocationHistory, Miataru.history(of: device, "5000", by: Fresh.device()))
            let places = try #require(read["MiataruLocation"]?.elements)
            #expect(read["MiataruServerConfig"]?["AvailableDeviceLocationUpdates"]?.integer == places.count)
            return places.map { $0["Timestamp"] ?? .null }
        }

        static func places(_ device: String, _ timestamps: ClosedRange<Int>) -> [JSON] {
            timestamps.map { Miataru.place(device, .string(String($0))) }
        }

        @Test("5,000 locations are taken at once, 5,001 are not", arguments: Shape.standard)
        func maximumLocations(shape: Shape) async throws {
            let balise = try await shape.balise
            let (few, many) = (Fresh.device(), Fresh.device())
            let tooMany = Miataru.update(Self.places(many, 1...5001), history: "True")
            #expect(try await balise.post(.updateLocation, tooMany).status == 400)
            #expect(try await Self.current(of: many, on: balise) == .null)
            #expect(try await Self.history(of: many, on: balise) == [])
            // A service that is slow today says 503 and has stored none of them.
            try await eventually("the service takes them in time", within: .seconds(60)) {
                let answer = try await balise.post(
                    .updateLocation, Miataru.update(Self.places(few, 1...5000), history: "True"))
                try #require(answer.status == 200 || answer.status == 503, "\(answer)")
                return answer.status == 200
            }
            let history = try await Self.history(of: few, on: balise)
            #expect(history == (3978...5000).reversed().map { .string(String($0)) }, "the newest 1,023")
        }
    }
}
