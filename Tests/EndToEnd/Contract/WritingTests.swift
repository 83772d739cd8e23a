// UpdateLocation and DeleteLocation in the exact form of the contract. The rules of their values are tables in Tests/Edge
// (what a body may say) and Tests/Location (what a value may be).

import Isolation
import Testing

extension EndToEnd {
    @Suite("UpdateLocation and DeleteLocation") struct Writing {
        @Test("The answer is ACK and a fish", arguments: Shape.standard)
        func fish(shape: Shape) async throws {
            let answer = try await shape.balise.accept(.updateLocation, Miataru.update(Fresh.device()))
            #expect(answer.names == ["MiataruResponse", "MiataruVerboseResponse"])
            #expect(answer["MiataruResponse"] == "ACK")
            let fish = try #require(answer["MiataruVerboseResponse"]?.text)
            #expect(["x", "!", "^", "°"].map { "><)))\($0)>" }.contains(fish), "\(fish)")
        }

        @Test(
            "All values come back in their own JSON types, and what is beyond the contract is dropped",
            arguments: Shape.standard)
        func types(shape: Shape) async throws {
            let balise = try await shape.balise
            let device = Fresh.device()
            let place: JSON = [
                "Device": .string(device), "Timestamp": 1_700_000_000_123, "Longitude": "+010.50", "Latitude": -5,
                "HorizontalAccuracy": 12.25, "Speed": "3.60", "BatteryLevel": 80, "Altitude": "-1",
            ]
            try await balise.accept(.updateLocation, Miataru.update([place.replacing(["Course"], with: 5)]))
            let expected = place.replacing(["Slogan"], with: .null)
            #expect(try await StorageRules.current(of: device, on: balise) == expected)
            // A value that says that nothing is known is left out.
            let unknowing = place.replacing(["Speed"], with: -1)
            try await balise.accept(.updateLocation, Miataru.update([unknowing]))
            #expect(
                try await StorageRules.current(of: device, on: balise) == expected.replacing(["Speed"], with: nil))
        }

        @Test(
            "A value out of its range, a missing member and a wrong configuration are 400, and leave no trace",
            arguments: Shape.standard)
        func refused(shape: Shape) async throws {
            let balise = try await shape.balise
            let device = Fresh.device()
            let good = Miataru.update(device)
            for (path, value) in [
                (["MiataruLocation", 0, "Latitude"], "90.0001"), (["MiataruLocation", 0, "Longitude"], nil),
                (["MiataruLocation", 0, "Timestamp"], 1.5), (["MiataruConfig", "LocationDataRetentionTime"], 0),
                (["MiataruConfig", "EnableLocationHistory"], true), (["MiataruLocation"], nil),
            ] as [([JSON.Step], JSON?)] {
                let answer = try await balise.post(.updateLocation, good.replacing(path, with: value))
                #expect(answer.status == 400 && answer.error?.hasPrefix("Bad Request: ") == true, "\(answer)")
            }
            #expect(try await StorageRules.current(of: device, on: balise) == .null)
        }

        @Test("Clients of the 1.0 protocol are served as they are where a setting says so")
        func legacy() async throws {
            try await RunningBalise.withOwn(.allInOne, Setting.legacy) { balise in
                let (device, listed) = (Fresh.device(), Fresh.device())
                let body = Array(OtherClients.handBuilt(device, timestamp: "1376735651.302000").utf8)
                #expect(try await balise.post(path: "/v1/UpdateLocation", body).status == 200)
                try await balise.accept(.updateLocation, Miataru.update([Miataru.place(listed, longitude: "8,5")]))
                let list = [Miataru.friend(Fresh.device(), current: true, history: true)]
                try await balise.accept(.setAllowedDeviceList, Miataru.allow(list, on: listed, key: "k"))
                // A reader without an id is anonymous, and sees nothing of a device with an allowed list.
                let read = try await balise.accept(.getLocation, Miataru.geoJSON([device, listed]))
                #expect(read["MiataruLocation"]?[0]?["Timestamp"] == "1376735651.302000")
                #expect(read["MiataruLocation"]?[1] == .null)
                try await balise.accept(.setDeviceKey, Miataru.setKey(of: device, to: Fresh.key()))
                #expect(try await balise.post(.updateLocation, Miataru.update(device)).status == 403)
            }
        }

        private func expectDeleted(_ count: Int, _ device: String, key: String? = nil, on balise: RunningBalise)
            async throws
        {
            let answer = try await balise.accept(.deleteLocation, Miataru.delete(device, key: key))
            #expect(
                answer == [
                    "MiataruResponse": "ACK",
                    "MiataruVerboseResponse": "Location data deleted for device: \(device)",
                    "MiataruDeletedCount": .number(String(count)),
                ])
        }

        @Test("DeleteLocation counts location, history and visitors, and leaves the key", arguments: Shape.standard)
        func deletion(shape: Shape) async throws {
            let balise = try await shape.balise
            let (device, key) = (Fresh.device(), Fresh.key())
            try await expectDeleted(0, device, on: balise)
            try await balise.accept(.updateLocation, Miataru.update(device))
            try await expectDeleted(1, device, on: balise)
            try await balise.accept(.setDeviceKey, Miataru.setKey(of: device, to: key))
            try await balise.accept(.updateLocation, Miataru.update(device, history: "True", key: key))
            let visitor = Fresh.device()
            try await balise.accept(.getLocation, Miataru.read([device], by: visitor))
            try await Visits.expect([visitor], of: device, key: key, on: balise)
            try await expectDeleted(3, device, key: key, on: balise)
            #expect(try await StorageRules.current(of: device, on: balise) == .null)
            #expect(try await balise.post(.deleteLocation, Miataru.delete(device)).status == 403)
        }
    }
}
