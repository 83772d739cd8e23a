// setDeviceKey, and what a key is.

import Testing

extension EndToEnd {
    @Suite("setDeviceKey") struct SetDeviceKey {
        static let done: JSON = ["MiataruResponse": "ACK", "MiataruVerboseResponse": "Device key set successfully"]

        @Test("A first key needs no other, and no device that is known", arguments: Shape.allCases)
        func first(shape: Shape) async throws {
            let balise = try await shape.balise
            let current: JSON.Step = "CurrentDeviceKey"
            for value: JSON? in [nil, .null, "", .string(Fresh.key())] {
                let request = Miataru.setKey(of: Fresh.device(), to: Fresh.key())
                    .replacing(["MiataruSetDeviceKey", current], with: value)
                #expect(try await balise.accept(.setDeviceKey, request) == Self.done)
            }
        }

        @Test("Another key needs the present one", arguments: Shape.allCases)
        func change(shape: Shape) async throws {
            let balise = try await shape.balise
            let (device, first, second) = (Fresh.device(), Fresh.key(), Fresh.key())
            try await balise.accept(.setDeviceKey, Miataru.setKey(of: device, to: first))
            for wrong in [nil, "", Fresh.key(), first + " ", first.uppercased()] {
                let answer = try await balise.post(.setDeviceKey, Miataru.setKey(of: device, to: second, from: wrong))
                #expect(answer.status == 403 && answer.error?.hasPrefix("Forbidden: ") == true, "\(answer)")
            }
            #expect(
                try await balise.accept(.setDeviceKey, Miataru.setKey(of: device, to: first, from: first)) == Self.done)
            #expect(
                try await balise.accept(.setDeviceKey, Miataru.setKey(of: device, to: second, from: first)) == Self.done
            )
            #expect(try await balise.post(.updateLocation, Miataru.update(device, key: first)).status == 403)
            try await balise.accept(.updateLocation, Miataru.update(device, key: second))
        }

        /// New keys as JSON tokens, and whether they are taken.
        static let newKeys: [(token: String, isTaken: Bool)] = [
            (JSON.quoted(String(repeating: "k", count: 256)), true),
            (JSON.quoted(String(repeating: "k", count: 257)), false),
            (JSON.quoted(String(repeating: "\u{1F511}", count: 128)), true),
            (JSON.quoted(String(repeating: "\u{1F511}", count: 129)), false),
            ("\"k\"", true), ("\" \"", true), ("\"!@#$%^&*()_+-=[]{}|;:,.<>?\"", true), ("\"a\\u0000b\"", true),
            ("\"\"", false), ("null", false), ("5", false), ("true", false), ("[]", false), ("[\"k\"]", false),
            ("{}", false),
        ]

        @Test("A new key is a string of 1 to 256 UTF-16 units", arguments: Shape.allCases, newKeys)
        func forms(shape: Shape, key: (token: String, isTaken: Bool)) async throws {
            let balise = try await shape.balise
            let device = Fresh.device()
            let path: [JSON.Step] = ["MiataruSetDeviceKey", "NewDeviceKey"]
            let request = Miataru.setKey(of: device, to: "").replacing(path, with: .raw(key.token))
            let answer = try await balise.post(.setDeviceKey, request)
            #expect(answer.status == (key.isTaken ? 200 : 400), "\(answer)")
            guard key.isTaken else { return }
            let text = try #require(try JSON(reading: key.token).text)
            #expect(try await balise.post(.updateLocation, Miataru.update(device)).status == 403)
            #expect(try await balise.post(.updateLocation, Miataru.update(device, key: text + "x")).status != 200)
            try await balise.accept(.updateLocation, Miataru.update(device, key: text))
        }

        @Test("A request without a new key is refused", arguments: Shape.allCases)
        func noKey(shape: Shape) async throws {
            let request = Miataru.setKey(of: Fresh.device(), to: "")
                .replacing(["MiataruSetDeviceKey", "NewDeviceKey"], with: nil)
            #expect(try await shape.balise.post(.setDeviceKey, request).status == 400)
        }

        @Test("Keys are compared code unit by code unit", arguments: Shape.allCases, DeviceIDs.lookAlikes)
        func exact(shape: Shape, pair: (String, String)) async throws {
            let balise = try await shape.balise
            let (device, key) = (Fresh.device(), Fresh.key())
            try await balise.accept(.setDeviceKey, Miataru.setKey(of: device, to: key + pair.0))
            #expect(try await balise.post(.deleteLocation, Miataru.delete(device, key: key + pair.1)).status == 403)
            try await balise.accept(.deleteLocation, Miataru.delete(device, key: key + pair.0))
        }

        /// Where a key may stand but need not.
        static let optionalKeys: [(Endpoint, [JSON.Step])] = [
            (.updateLocation, ["MiataruLocation", 0, "DeviceKey"]),
            (.deleteLocation, ["MiataruDeleteLocation", "DeviceKey"]),
            (.getVisitorHistory, ["MiataruGetVisitorHistory", "DeviceKey"]),
            (.getLocation, ["MiataruConfig", "RequestMiataruDeviceKey"]),
            (.getLocationHistory, ["MiataruConfig", "RequestMiataruDeviceKey"]),
            (.setDeviceKey, ["MiataruSetDeviceKey", "CurrentDeviceKey"]),
        ]

        @Test("An optional key is judged by its form even when none is set", arguments: Shape.allCases, optionalKeys)
        func optional(shape: Shape, place: (endpoint: Endpoint, path: [JSON.Step])) async throws {
            let balise = try await shape.balise
            let long = JSON.string(String(repeating: "k", count: 257))
            for value: JSON? in [nil, .null, "", "anything", .string(String(repeating: "k", count: 256))] {
                let body = place.endpoint.sample().replacing(place.path, with: value)
                #expect(try await balise.post(place.endpoint, body).status == 200, "\(body)")
            }
            for value: JSON in [5, true, false, [], [:], ["k"], long] {
                let body = place.endpoint.sample().replacing(place.path, with: value)
                #expect(try await balise.post(place.endpoint, body).status == 400, "\(body)")
            }
        }

        @Test("In a batch each device needs its own key, or nothing is stored", arguments: Shape.allCases)
        func batch(shape: Shape) async throws {
            let balise = try await shape.balise
            let (open, one, two) = (Fresh.device(), Fresh.device(), Fresh.device())
            let (keyOfOne, keyOfTwo) = (Fresh.key(), Fresh.key())
            try await balise.accept(.setDeviceKey, Miataru.setKey(of: one, to: keyOfOne))
            try await balise.accept(.setDeviceKey, Miataru.setKey(of: two, to: keyOfTwo))
            func update(_ first: String?, _ second: String?) -> JSON {
                let places = [Miataru.place(open), Miataru.place(one, key: first), Miataru.place(two, key: second)]
                return Miataru.update(places, history: "True")
            }
            for (first, second) in [(keyOfOne, nil), (nil, keyOfTwo), (keyOfTwo, keyOfOne), (keyOfOne, "wrong")] {
                #expect(try await balise.post(.updateLocation, update(first, second)).status == 403)
            }
            let read = Miataru.read([open, one, two], by: Fresh.device())
            #expect(try await balise.accept(.getLocation, read) == ["MiataruLocation": [nil, nil, nil]])
            try await balise.accept(.updateLocation, update(keyOfOne, keyOfTwo))
            #expect(try await balise.accept(.getLocation, read)["MiataruLocation"]?.elements?.contains(.null) == false)
        }
    }
}
