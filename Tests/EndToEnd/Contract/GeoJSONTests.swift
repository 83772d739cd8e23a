// GetLocationGeoJSON: a device on a map that anyone may look at.

import Testing

extension EndToEnd {
    @Suite("GetLocationGeoJSON") struct GeoJSON {
        /// Asks in both forms, which have to agree.
        static func read(_ device: String, on balise: RunningBalise) async throws -> Answer {
            let posted = try await balise.post(.getLocationGeoJSON, Miataru.geoJSON([device]))
            let got = try await balise.get("/v1/GetLocationGeoJSON/\(device)")
            #expect(posted.status == got.status && posted.json == got.json, "\(posted) and \(got)")
            #expect(got.contentType == "application/json; charset=utf-8")
            #expect(try await balise.get("/GetLocationGeoJSON/\(device)").json == got.json)
            return got
        }

        @Test("is a Feature whose properties keep their types", arguments: Shape.allCases)
        func feature(shape: Shape) async throws {
            let balise = try await shape.balise
            let device = Fresh.device()
            let place = Miataru.place(device, 1_700_000_000, longitude: "+8.50", latitude: -49.25, accuracy: "12")
                .replacing(["Speed"], with: "3.5").replacing(["BatteryLevel"], with: 77).replacing(
                    ["Altitude"], with: -1)
            try await balise.accept(.updateLocation, Miataru.update([place]))
            let answer = try await Self.read(device, on: balise)
            #expect(answer.status == 200)
            let json = try #require(answer.json)
            #expect(json.names == ["type", "geometry", "properties"])
            #expect(json["type"] == "Feature")
            #expect(json["geometry"]?["type"] == "Point")
            let coordinates = json["geometry"]?["coordinates"]?.elements?.map { Double($0.encoded) }
            #expect(coordinates == [8.5, -49.25], "numbers, longitude first")
            #expect(
                json["properties"] == [
                    "name": .string(device), "timestamp": 1_700_000_000, "horizontalAccuracy": "12", "speed": "3.5",
                    "batteryLevel": 77,
                ])
        }

        @Test("knows altitude, and the point at 0, 0", arguments: Shape.allCases, [("0", "0"), ("\"0\"", "\"0.0\"")])
        func zero(shape: Shape, tokens: (longitude: String, latitude: String)) async throws {
            let balise = try await shape.balise
            let device = Fresh.device()
            let place = Miataru.place(device, longitude: .raw(tokens.longitude), latitude: .raw(tokens.latitude))
                .replacing(["Altitude"], with: "100.5")
            try await balise.accept(.updateLocation, Miataru.update([place]))
            let json = try await Self.read(device, on: balise).json
            #expect(json?["geometry"]?["coordinates"]?.elements?.map { Double($0.encoded) } == [0, 0])
            #expect(json?["properties"]?["altitude"] == "100.5")
        }

        @Test("of an unknown device is an empty object", arguments: Shape.allCases)
        func unknown(shape: Shape) async throws {
            let answer = try await Self.read(Fresh.device(), on: try await shape.balise)
            #expect(answer.status == 200 && answer.json == [:])
        }

        @Test("of several devices shows the first", arguments: Shape.allCases)
        func several(shape: Shape) async throws {
            let balise = try await shape.balise
            let (one, two) = (Fresh.device(), Fresh.device())
            try await balise.accept(.updateLocation, Miataru.update([Miataru.place(one), Miataru.place(two)]))
            let first = try await balise.accept(.getLocationGeoJSON, Miataru.geoJSON([two, one]))
            #expect(first["properties"]?["name"]?.text == two)
            #expect(try await balise.accept(.getLocationGeoJSON, Miataru.geoJSON([Fresh.device(), one])) == [:])
        }

        @Test("of a device with a key is 401, with or without a place, even with the key", arguments: Shape.allCases)
        func keyed(shape: Shape) async throws {
            let balise = try await shape.balise
            let (device, open, key) = (Fresh.device(), Fresh.device(), Fresh.key())
            try await balise.accept(.setDeviceKey, Miataru.setKey(of: device, to: key))
            try await balise.accept(.updateLocation, Miataru.update(open))
            for hasPlace in [false, true] {
                if hasPlace { try await balise.accept(.updateLocation, Miataru.update(device, key: key)) }
                let answer = try await Self.read(device, on: balise)
                #expect(answer.status == 401 && answer.error?.hasPrefix("Unauthorized: ") == true, "\(answer)")
                let second = try await balise.post(.getLocationGeoJSON, Miataru.geoJSON([open, device]))
                #expect(second.status == 401, "any of the devices")
                let shown = Miataru.geoJSON([device]).replacing(
                    ["MiataruGetLocation", 0, "DeviceKey"], with: .string(key))
                #expect(try await balise.post(.getLocationGeoJSON, shown).status == 401)
            }
        }

        @Test("of a device with an allowed list is empty, without telling why", arguments: Shape.allCases)
        func listed(shape: Shape) async throws {
            let balise = try await shape.balise
            let device = Fresh.device()
            try await balise.accept(.updateLocation, Miataru.update(device))
            let list = [Miataru.friend(Fresh.device(), current: true)]
            try await balise.accept(.setAllowedDeviceList, Miataru.allow(list, on: device, key: "any"))
            let answer = try await Self.read(device, on: balise)
            #expect(answer.status == 200 && answer.json == [:])
        }

        @Test("takes an id in percent escapes", arguments: Shape.allCases)
        func escapes(shape: Shape) async throws {
            let balise = try await shape.balise
            let device = "ü / ?#" + Fresh.device()
            try await balise.accept(.updateLocation, Miataru.update(device))
            let escaped = device.replacing("ü", with: "%C3%BC").replacing(" ", with: "%20").replacing("/", with: "%2F")
                .replacing("?", with: "%3F").replacing("#", with: "%23")
            let answer = try await balise.get("/v1/GetLocationGeoJSON/\(escaped)")
            #expect(answer.json?["properties"]?["name"] == .string(device), "\(answer)")
        }

        @Test("without a device is no defect", arguments: Shape.allCases)
        func noDevice(shape: Shape) async throws {
            let balise = try await shape.balise
            #expect(try await balise.get("/v1/GetLocationGeoJSON").status == 405)
            #expect(try await balise.get("/v1/GetLocationGeoJSON/").status == 404)
            #expect(try await balise.get("/v1/GetLocationGeoJSON/a%3Ab").status == 400)
            let forms = ["null", "5", "\"x\"", "{}", "[5]", "[{}]", "[null]"]
            for form in forms {
                let answer = try await balise.post(.getLocationGeoJSON, ["MiataruGetLocation": .raw(form)])
                #expect(answer.status == 400, "\(form): \(answer)")
            }
            let none = try await balise.post(.getLocationGeoJSON, ["MiataruGetLocation": []])
            #expect(none.status == 400 || none.json == [:], "\(none)")
        }
    }
}
