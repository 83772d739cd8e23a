// GetLocation, GetLocationHistory and GetLocationGeoJSON in the exact form of the contract. The forms in which they may be
// asked are tables in Tests/Edge, and what they show to whom is in Tests/Location.

import NIOHTTP1
import Testing

extension EndToEnd {
    @Suite("Readings") struct Readings {
        @Test(
            "GetLocation answers one element for each device, in order, null for the unknown", arguments: Shape.standard
        )
        func order(shape: Shape) async throws {
            let balise = try await shape.balise
            let (one, two, nobody) = (Fresh.device(), Fresh.device(), Fresh.device())
            try await balise.accept(
                .updateLocation, Miataru.update([Miataru.place(one, "1"), Miataru.place(two, "2")]))
            let asked = [two, nobody, one, two, nobody]
            let read = try await balise.accept(.getLocation, Miataru.read(asked, by: Fresh.device()))
            #expect(read.names == ["MiataruLocation"])
            let places = try #require(read["MiataruLocation"]?.elements)
            #expect(places.map { $0["Device"]?.text } == [two, nil, one, two, nil])
            #expect(places[1] == .null && places[4] == .null)
            #expect(
                places[0] == Miataru.place(two, "2").replacing(["Slogan"], with: .null), "all members, and a slogan")
        }

        @Test(
            "GetLocation takes a hundred devices, refuses more, and wants to know who asks", arguments: Shape.standard)
        func bounds(shape: Shape) async throws {
            let balise = try await shape.balise
            let devices = Fresh.devices(100)
            try await balise.accept(.updateLocation, Miataru.update(devices.map { Miataru.place($0) }))
            let read = try await balise.accept(.getLocation, Miataru.read(devices, by: Fresh.device()))
            #expect(read["MiataruLocation"]?.elements?.map { $0["Device"]?.text ?? "" } == devices)
            let more = try await balise.post(.getLocation, Miataru.read(devices + [devices[0]], by: Fresh.device()))
            #expect(more.status == 400 && more.error?.contains("at most 100") == true)
            let nobody = try await balise.post(.getLocation, Miataru.read(devices, by: nil))
            #expect(nobody.status == 400 && nobody.error?.hasPrefix("Bad Request: ") == true)
            #expect(try await balise.accept(.getLocation, Miataru.read([], by: nil)) == ["MiataruLocation": []])
        }

        @Test("GetLocation knows other names of the reader and its key", arguments: Shape.standard)
        func aliases(shape: Shape) async throws {
            let balise = try await shape.balise
            let (device, reader, key) = (Fresh.device(), Fresh.device(), Fresh.key())
            try await balise.accept(.updateLocation, Miataru.update(device))
            try await balise.accept(.setDeviceKey, Miataru.setKey(of: reader, to: key))
            for (shown, status) in [(key, 200), (Fresh.key(), 403)] {
                let config: JSON = ["requestingDeviceID": .string(reader), "requestingDeviceKey": .string(shown)]
                let request = Miataru.read([device], by: nil).replacing(["MiataruConfig"], with: config)
                #expect(try await balise.post(.getLocation, request).status == status)
            }
            try await Visits.expect([reader], of: device, on: balise)
        }

        @Test(
            "GetLocationHistory gives the newest first, without slogans, and tells how many there are",
            arguments: Shape.standard)
        func history(shape: Shape) async throws {
            let balise = try await shape.balise
            let (device, reader) = (Fresh.device(), Fresh.device())
            try await balise.accept(
                .updateLocation, Miataru.update(StorageRules.places(device, 1...5), history: "True"))
            func expected(_ count: Int) -> JSON {
                [
                    "MiataruServerConfig": [
                        "MaximumNumberOfLocationUpdates": 1023, "AvailableDeviceLocationUpdates": 5,
                    ],
                    "MiataruLocation": .array(
                        (6 - count...5).reversed().map { Miataru.place(device, .string(String($0))) }),
                ]
            }
            for (amount, count) in [(3, 3), ("\"0x3\"", 3), ("\" 2 \"", 2), (1024, 5)] as [(JSON, Int)] {
                let raw: JSON = amount.text.map(JSON.raw) ?? amount
                let request = Miataru.history(of: device, raw, by: reader)
                #expect(try await balise.accept(.getLocationHistory, request) == expected(count))
            }
            for form in ["\"Device=$&Amount=2\"", "[[\"Device\",\"$\"],[\"Amount\",\"2\"]]"] {
                let request = Miataru.history(of: device, by: reader)
                    .replacing(["MiataruGetLocationHistory"], with: .raw(form.replacing("$", with: device)))
                #expect(try await balise.accept(.getLocationHistory, request) == expected(2), "\(form)")
            }
            let refused = Miataru.history(of: device, "0", by: reader)
            #expect(try await balise.post(.getLocationHistory, refused).status == 400)
            let nobody = try await StorageRules.history(of: Fresh.device(), on: balise)
            #expect(nobody.isEmpty)
        }

        /// Asks for a map in both forms, which have to agree.
        private func map(_ device: String, on balise: RunningBalise) async throws -> Answer {
            let posted = try await balise.post(.getLocationGeoJSON, Miataru.geoJSON([device]))
            let got = try await balise.get("/v1/GetLocationGeoJSON/\(device)")
            #expect(posted.status == got.status && posted.json == got.json, "\(posted) and \(got)")
            #expect(got.contentType == "application/json; charset=utf-8")
            return got
        }

        @Test("GetLocationGeoJSON is a Feature whose properties keep their types", arguments: Shape.standard)
        func feature(shape: Shape) async throws {
            let balise = try await shape.balise
            let device = Fresh.device()
            let place = Miataru.place(device, 1_700_000_000, longitude: "+8.50", latitude: -49.25, accuracy: "12")
                .replacing(["Speed"], with: "3.5").replacing(["Altitude"], with: -1)
            try await balise.accept(.updateLocation, Miataru.update([place]))
            let answer = try await map(device, on: balise)
            let json = try #require(answer.json)
            #expect(answer.status == 200 && json.names == ["type", "geometry", "properties"])
            #expect(json["type"] == "Feature" && json["geometry"]?["type"] == "Point")
            let coordinates = json["geometry"]?["coordinates"]?.elements?.map { Double($0.encoded) }
            #expect(coordinates == [8.5, -49.25], "numbers, longitude first")
            #expect(
                json["properties"] == [
                    "name": .string(device), "timestamp": 1_700_000_000, "horizontalAccuracy": "12", "speed": "3.5",
                ])
            let tag = try #require(answer.headers.first(name: "etag"))
            let path = "/v1/GetLocationGeoJSON/\(device)"
            #expect(try await balise.get(path, ["if-none-match": tag]).status == 304)
            try await balise.accept(.updateLocation, Miataru.update([place.replacing(["Timestamp"], with: 1)]))
            #expect(try await balise.get(path, ["if-none-match": tag]).status == 200)
        }

        @Test(
            "GetLocationGeoJSON is empty for the unknown and the listed, and 401 for a device with a key",
            arguments: Shape.standard)
        func guests(shape: Shape) async throws {
            let balise = try await shape.balise
            let (listed, keyed) = (Fresh.device(), Fresh.device())
            try await balise.accept(.updateLocation, Miataru.update(listed))
            let list = [Miataru.friend(Fresh.device(), current: true)]
            try await balise.accept(.setAllowedDeviceList, Miataru.allow(list, on: listed, key: "any"))
            for device in [Fresh.device(), listed] {
                let answer = try await map(device, on: balise)
                #expect(answer.status == 200 && answer.json == [:])
            }
            try await balise.accept(.setDeviceKey, Miataru.setKey(of: keyed, to: Fresh.key()))
            let answer = try await map(keyed, on: balise)
            #expect(answer.status == 401 && answer.error?.hasPrefix("Unauthorized: ") == true, "\(answer)")
        }
    }
}
