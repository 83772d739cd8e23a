extension EndToEnd {
    @Suite("The Swift client") struct SwiftClient {
        /// The required members of the client's decoder, with its types.
        struct Places: Decodable {
            struct Place: Decodable {
                var Device: String
                var Timestamp: String
                var Longitude: Double
                var Latitude: Double
                var HorizontalAccuracy: Double
                var Speed: Double?
                var BatteryLevel: Double?
                var Altitude: Double?
                var Slogan: String?
            }
            var MiataruLocation: [Place?]
        }

        struct VisitorList: Decodable {
            struct Config: Decodable {
                var MaximumNumberOfVisitorHistory: Int
                var AvailableVisitorHistory: Int
            }
            struct Visitor: Decodable {
                var DeviceID: String
                var TimeStamp: Int64
            }
            var MiataruServerConfig: Config
            var MiataruVisitors: [Visitor]
        }

        struct Failure: Decodable { var error: String }

        /// An update with numbers, a string timestamp in seconds, and -1 for what the phone does not know.
        static func update(_ device: String, key: String?) -> JSON {
            let place: JSON = [
                "Device": .string(device), "Timestamp": "1763690000", "Longitude": 2.3522219000000001,
                "Latitude": 48.856613799999998, "HorizontalAccuracy": 4.7376929999999997, "Speed": -1,
                "BatteryLevel": 82, "Altitude": 35.25,
            ]
            return [
                "MiataruConfig": ["EnableLocationHistory": "true", "LocationDataRetentionTime": "15"],
                "MiataruLocation": [place.replacing(["DeviceKey"], with: key.map(JSON.string))],
            ]
        }

        @Test("The Swift client reports, reads and looks for visitors", arguments: Shape.standard)
        func journey(shape: Shape) async throws {
            let balise = try await shape.balise
            let (device, key) = (UUID().uuidString, Fresh.key())
            let friend = UUID().uuidString
            try await balise.accept(.setDeviceKey, Miataru.setKey(of: device, to: key))
            try await balise.accept(.updateLocation, Self.update(device, key: key))
            let read = try await balise.post(
                .getLocation, Miataru.read([device, UUID().uuidString], by: friend),
                ["accept": "application/json"])
            let places = try JSONDecoder().decode(Places.self, from: Data(read.body)).MiataruLocation
            let place = try #require(places[0])
            #expect(places.count == 2 && places[1] == nil)
            #expect(place.Device == device && place.Timestamp == "1763690000")
            #expect(place.Longitude == 2.3522219 && place.Latitude == 48.8566138 && place.Speed == nil)
            #expect(place.Altitude == 35.25 && place.BatteryLevel == 82)
            try await Visits.expect([friend], of: device, key: key, on: balise)
            let visitors = try await balise.post(.getVisitorHistory, Miataru.visitors(of: device, "1000", key: key))
            let list = try JSONDecoder().decode(VisitorList.self, from: Data(visitors.body))
            #expect(list.MiataruVisitors.map(\.DeviceID) == [friend])
            #expect(list.MiataruServerConfig.AvailableVisitorHistory == list.MiataruVisitors.count)
            let refused = try await balise.post(.updateLocation, Self.update(device, key: nil)).expect(403)
            #expect(try !JSONDecoder().decode(Failure.self, from: Data(refused.body)).error.isEmpty)
        }
    }
}
