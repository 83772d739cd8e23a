extension EndToEnd {
    @Suite("Other clients") struct OtherClients {
        static func handBuilt(_ device: String, timestamp: String) -> String {
            "{\"MiataruConfig\":{\"EnableLocationHistory\":\"True\",\"LocationDataRetentionTime\":\"15\"},"
                + "\"MiataruLocation\":[{\"Device\":\"\(device)\",\"Timestamp\":\"\(timestamp)\","
                + "\"Longitude\":\"+10.837502\",\"Latitude\":\"+49.828925\",\"HorizontalAccuracy\":\"+50.000000\"}]}"
        }

        @Test("The Objective-C app sends strings with signs, and reads a history of 1,024", arguments: Shape.standard)
        func objectiveC(shape: Shape) async throws {
            let balise = try await shape.balise
            let device = String(repeating: "0123456789", count: 2) + UUID().uuidString
            let body = Array(Self.handBuilt(device, timestamp: "1376735651").utf8)
            #expect(try await balise.post(path: "/v1/UpdateLocation", body).status == 200)
            let request = Miataru.history(of: device, "1024", by: Fresh.device())
            let read = try await balise.accept(.getLocationHistory, request)
            #expect(
                read["MiataruLocation"]?[0] == [
                    "Device": .string(device), "Timestamp": "1376735651", "Longitude": "+10.837502",
                    "Latitude": "+49.828925", "HorizontalAccuracy": "+50.000000",
                ])
            let fraction = Array(Self.handBuilt(device, timestamp: "1376735651.302000").utf8)
            #expect(try await balise.post(path: "/v1/UpdateLocation", fraction).status == 400)
        }

        @Test("The web client reads as `webclient` and polls a map", arguments: Shape.standard)
        func web(shape: Shape) async throws {
            let balise = try await shape.balise
            let device = Fresh.device()
            let origin: HTTPHeaders = ["origin": "https://miataru.com"]
            let place = Miataru.place(device, "1700000000", longitude: "13.4", latitude: "52.5", accuracy: "20")
            try await balise.accept(.updateLocation, Miataru.update([place]))
            let read = try await balise.post(.getLocation, Miataru.read([device], by: "webclient"), origin)
            #expect(read.json?["MiataruLocation"]?[0]?["Timestamp"] == "1700000000")
            let nobody = try await balise.post(.getLocation, Miataru.read([Fresh.device()], by: "webclient"), origin)
            #expect(nobody.json?["MiataruLocation"]?[0] == .null)
            let map = try await balise.get("/v1/GetLocationGeoJSON/\(device)", origin)
            #expect(map.json?["type"] == "Feature")
            let history = Miataru.history(of: device, "100", by: "webclient")
            #expect(try await balise.post(.getLocationHistory, history, origin).status == 200)
        }

        @Test("The Android library sends strings only", arguments: Shape.standard)
        func android(shape: Shape) async throws {
            let balise = try await shape.balise
            let device = UUID().uuidString.lowercased()
            let place: JSON = [
                "Device": .string(device), "Timestamp": "1700000000000", "Longitude": "-0.1276", "Latitude": "51.5072",
                "HorizontalAccuracy": "15.5", "Speed": "0.0", "BatteryLevel": "55", "Altitude": "11.0",
            ]
            try await balise.accept(.updateLocation, Miataru.update([place], history: "False", retention: "15"))
            let read = try await balise.accept(.getLocation, Miataru.read([device], by: Fresh.device()))
            #expect(read["MiataruLocation"]?[0] == place.replacing(["Slogan"], with: .null))
            let map = try await balise.get("/v1/GetLocationGeoJSON/\(device)")
            #expect(map.json?["properties"]?["timestamp"] == "1700000000000")
        }

        @Test(
            "SailfishOS sends a timestamp in milliseconds as a number, one call a connection", arguments: Shape.standard
        )
        func sailfish(shape: Shape) async throws {
            let balise = try await shape.balise
            let device = Fresh.device()
            let place = Miataru.place(device, 1_700_000_000_123)
            let headers: HTTPHeaders = ["connection": "close"]
            #expect(try await balise.post(.updateLocation, Miataru.update([place]), headers).status == 200)
            let read = try await balise.accept(.getLocation, Miataru.read([device], by: Fresh.device()))
            #expect(read["MiataruLocation"]?[0]?["Timestamp"] == 1_700_000_000_123)
            #expect(try await balise.post(.getLocation, Miataru.geoJSON([device]), headers).status == 400)
        }

        @Test("A setting lets clients of the 1.0 protocol in")
        func legacy() async throws {
            try await RunningBalise.withOwn(.allInOne, Setting.legacy) { balise in
                let (device, listed) = (Fresh.device(), Fresh.device())
                let body = Array(Self.handBuilt(device, timestamp: "1376735651.302000").utf8)
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
    }
}
