// GetLocation: what it answers, to whom, and in which form.

import NIOHTTP1
import Testing

extension EndToEnd {
    @Suite("GetLocation") struct GetLocation {
        @Test("answers one element for each device, in order, null for the unknown", arguments: Shape.allCases)
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

        @Test("shows the slogan of a device", arguments: Shape.allCases)
        func slogan(shape: Shape) async throws {
            let balise = try await shape.balise
            let (device, key) = (Fresh.device(), Fresh.key())
            try await balise.accept(.setDeviceKey, Miataru.setKey(of: device, to: key))
            try await balise.accept(.setDeviceSlogan, Miataru.setSlogan(of: device, to: "on the road", key: key))
            try await balise.accept(.updateLocation, Miataru.update(device, key: key))
            let read = try await balise.accept(.getLocation, Miataru.read([device], by: Fresh.device()))
            #expect(read["MiataruLocation"]?[0]?["Slogan"] == "on the road")
            #expect(read["MiataruLocation"]?[0]?["DeviceKey"] == nil)
        }

        @Test("takes no device, with or without a reader", arguments: Shape.allCases)
        func empty(shape: Shape) async throws {
            let balise = try await shape.balise
            for request: JSON in [
                Miataru.read([], by: Fresh.device()), Miataru.read([], by: nil), ["MiataruGetLocation": []],
            ] {
                #expect(try await balise.accept(.getLocation, request) == ["MiataruLocation": []])
            }
        }

        @Test("takes as many devices at once as the reference server, and refuses more", arguments: Shape.allCases)
        func many(shape: Shape) async throws {
            let balise = try await shape.balise
            let devices = Fresh.devices(100)
            try await balise.accept(.updateLocation, Miataru.update(devices.map { Miataru.place($0) }))
            let read = try await balise.accept(.getLocation, Miataru.read(devices, by: Fresh.device()))
            #expect(read["MiataruLocation"]?.elements?.map { $0["Device"]?.text ?? "" } == devices)
            let more = try await balise.post(.getLocation, Miataru.read(devices + [devices[0]], by: Fresh.device()))
            #expect(more.status == 400 && more.error?.contains("at most 100") == true)
        }

        @Test("refuses a reading without a reader, and keeps the connection", arguments: Shape.allCases)
        func noReader(shape: Shape) async throws {
            let balise = try await shape.balise
            let devices = Fresh.devices(3)
            let forms: [JSON] = [
                Miataru.read(devices, by: nil), Miataru.read(devices, by: ""), Miataru.geoJSON(devices),
                Miataru.geoJSON([devices[0]]), Miataru.geoJSON(devices).replacing(["MiataruConfig"], with: [:]),
            ]
            for form in forms {
                let answer = try await balise.post(.getLocation, form)
                #expect(answer.status == 400 && answer.error?.hasPrefix("Bad Request: ") == true, "\(answer)")
                #expect(answer.headers["connection"].contains("close") == false)
            }
        }

        @Test("knows other names of the reader", arguments: Shape.allCases)
        func aliases(shape: Shape) async throws {
            let balise = try await shape.balise
            let (device, reader, key) = (Fresh.device(), Fresh.device(), Fresh.key())
            try await balise.accept(.updateLocation, Miataru.update(device))
            try await balise.accept(.setDeviceKey, Miataru.setKey(of: reader, to: key))
            func config(_ key: String?) -> JSON {
                let config: JSON = ["requestingDeviceID": .string(reader)]
                return config.replacing(["requestingDeviceKey"], with: key.map(JSON.string))
            }
            let request = Miataru.read([device], by: nil)
            let right = request.replacing(["MiataruConfig"], with: config(key))
            let read = try await balise.accept(.getLocation, right)
            #expect(read["MiataruLocation"]?[0]?["Device"]?.text == device)
            for wrong in [nil, Fresh.key()] {
                let answer = try await balise.post(
                    .getLocation, request.replacing(["MiataruConfig"], with: config(wrong)))
                #expect(answer.status == 403)
            }
            let history = Miataru.history(of: device, by: nil).replacing(["MiataruConfig"], with: config(key))
            try await balise.accept(.getLocationHistory, history)
            try await Visits.expect([reader], of: device, on: balise)
        }

        @Test(
            "refuses a list that is none", arguments: Shape.allCases,
            ["null", "5", "\"x\"", "{}", "{\"Device\":\"x\"}", "[null]", "[5]", "[\"x\"]", "[[]]", "[{}]", "true"])
        func malformed(shape: Shape, list: String) async throws {
            let balise = try await shape.balise
            let request = Miataru.read([], by: Fresh.device())
            let answer = try await balise.post(
                .getLocation, request.replacing(["MiataruGetLocation"], with: .raw(list)))
            #expect(answer.status == 400)
            #expect(
                try await balise.post(.getLocation, request.replacing(["MiataruGetLocation"], with: nil)).status == 400)
        }

        @Test("only looks at the type of an entry's own key", arguments: Shape.allCases)
        func entryKey(shape: Shape) async throws {
            let balise = try await shape.balise
            let (device, key) = (Fresh.device(), Fresh.key())
            try await balise.accept(.setDeviceKey, Miataru.setKey(of: device, to: key))
            try await balise.accept(.updateLocation, Miataru.update(device, key: key))
            let path: [JSON.Step] = ["MiataruGetLocation", 0, "DeviceKey"]
            let request = Miataru.read([device], by: Fresh.device())
            for value: JSON in [.string(key), .string(Fresh.key()), "", nil] {
                let read = try await balise.accept(.getLocation, request.replacing(path, with: value))
                #expect(read["MiataruLocation"]?[0] != .null)
            }
            for value: JSON in [5, true, [], [:]] {
                #expect(try await balise.post(.getLocation, request.replacing(path, with: value)).status == 400)
            }
        }
    }
}
