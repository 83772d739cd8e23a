// setAllowedDeviceList and getAllowedDeviceList, and what a list does to readings.

import Testing

extension EndToEnd {
    @Suite("Allowed devices") struct AllowedLists {
        static func list(of device: String, key: String, on balise: RunningBalise) async throws -> JSON? {
            let answer = try await balise.accept(.getAllowedDeviceList, Miataru.allowed(on: device, key: key))
            #expect(answer.names == ["MiataruAllowedDeviceList"])
            let list = answer["MiataruAllowedDeviceList"]
            #expect(list?.names == ["DeviceID", "IsAllowedDeviceListEnabled", "allowedDevices"])
            #expect(list?["DeviceID"]?.text == device)
            return list
        }

        @Test("A list is replaced as a whole; an empty one turns it off", arguments: Shape.allCases)
        func replace(shape: Shape) async throws {
            let balise = try await shape.balise
            let (device, key, friends) = (Fresh.device(), Fresh.key(), Fresh.devices(3))
            let never = try await Self.list(of: device, key: key, on: balise)
            #expect(never?["IsAllowedDeviceListEnabled"] == false && never?["allowedDevices"] == [])
            let first = [Miataru.friend(friends[0], current: true), Miataru.friend(friends[1], history: true)]
            let answer = try await balise.accept(.setAllowedDeviceList, Miataru.allow(first, on: device, key: key))
            #expect(
                answer == [
                    "MiataruResponse": "ACK", "MiataruVerboseResponse": "Allowed devices list updated successfully",
                ])
            let set = try await Self.list(of: device, key: key, on: balise)
            #expect(set?["IsAllowedDeviceListEnabled"] == true)
            #expect(Set(set?["allowedDevices"]?.elements?.map(\.encoded) ?? []) == Set(first.map(\.encoded)))
            let second = [Miataru.friend(friends[2])]
            try await balise.accept(.setAllowedDeviceList, Miataru.allow(second, on: device, key: key))
            #expect(try await Self.list(of: device, key: key, on: balise)?["allowedDevices"] == .array(second))
            try await balise.accept(.setAllowedDeviceList, Miataru.allow([], on: device, key: key))
            #expect(try await Self.list(of: device, key: key, on: balise)?["IsAllowedDeviceListEnabled"] == false)
        }

        @Test(
            "Flags are booleans and false when absent; of a doubled device the last counts", arguments: Shape.allCases)
        func flags(shape: Shape) async throws {
            let balise = try await shape.balise
            let (device, friend, other) = (Fresh.device(), Fresh.device(), Fresh.device())
            let list: [JSON] = [
                Miataru.friend(friend, current: true), ["DeviceID": .string(other)],
                Miataru.friend(friend, history: true),
            ]
            try await balise.accept(.setAllowedDeviceList, Miataru.allow(list, on: device, key: "any"))
            let read = try await Self.list(of: device, key: "any", on: balise)?["allowedDevices"]?.elements ?? []
            #expect(
                Set(read.map(\.encoded)) == [
                    Miataru.friend(friend, history: true).encoded, Miataru.friend(other).encoded,
                ])
        }

        @Test("256 entries are taken, 257 are not", arguments: Shape.allCases)
        func most(shape: Shape) async throws {
            let balise = try await shape.balise
            let device = Fresh.device()
            let friends = Fresh.devices(257).map { Miataru.friend($0, current: true) }
            try await balise.accept(
                .setAllowedDeviceList, Miataru.allow(Array(friends.prefix(256)), on: device, key: "k"))
            #expect(
                try await balise.post(.setAllowedDeviceList, Miataru.allow(friends, on: device, key: "k")).status == 400
            )
            #expect(try await Self.list(of: device, key: "k", on: balise)?["allowedDevices"]?.elements?.count == 256)
        }

        @Test(
            "A list that is none is refused and leaves the old one", arguments: Shape.allCases,
            [
                "null", "5", "\"x\"", "true", "{}", "[null]", "[5]", "[\"x\"]", "[{}]", "[{\"DeviceID\":\"\"}]",
                "[{\"DeviceID\":5}]", "[{\"DeviceID\":\"a:b\"}]",
                "[{\"DeviceID\":\"a\",\"hasHistoryAccess\":\"true\"}]",
                "[{\"DeviceID\":\"a\",\"hasCurrentLocationAccess\":1}]",
                "[{\"DeviceID\":\"a\",\"hasCurrentLocationAccess\":\"false\"}]",
                "[{\"DeviceID\":\"a\"},{\"DeviceID\":null}]",
            ])
        func malformed(shape: Shape, token: String) async throws {
            let balise = try await shape.balise
            let device = Fresh.device()
            let old = [Miataru.friend(Fresh.device(), current: true)]
            let request = Miataru.allow(old, on: device, key: "k")
            try await balise.accept(.setAllowedDeviceList, request)
            let bad = request.replacing(["MiataruSetAllowedDeviceList", "allowedDevices"], with: .raw(token))
            #expect(try await balise.post(.setAllowedDeviceList, bad).status == 400)
            #expect(try await Self.list(of: device, key: "k", on: balise)?["allowedDevices"] == .array(old))
        }

        @Test("A request without a list is refused", arguments: Shape.allCases)
        func absent(shape: Shape) async throws {
            let request = Miataru.allow([], on: Fresh.device(), key: "k")
                .replacing(["MiataruSetAllowedDeviceList", "allowedDevices"], with: nil)
            #expect(try await shape.balise.post(.setAllowedDeviceList, request).status == 400)
        }

        @Test("A key is needed in the request: any before one is set, that one afterwards", arguments: Shape.allCases)
        func keys(shape: Shape) async throws {
            let balise = try await shape.balise
            let (device, key) = (Fresh.device(), Fresh.key())
            let requests: [(Endpoint, JSON, [JSON.Step])] = [
                (
                    .setAllowedDeviceList, Miataru.allow([], on: device, key: key),
                    ["MiataruSetAllowedDeviceList", "DeviceKey"]
                ),
                (
                    .getAllowedDeviceList, Miataru.allowed(on: device, key: key),
                    ["MiataruGetAllowedDeviceList", "DeviceKey"]
                ),
            ]
            for (endpoint, request, path) in requests {
                for value: JSON? in [nil, .null, "", 5, true, [], [:]] {
                    #expect(try await balise.post(endpoint, request.replacing(path, with: value)).status == 400)
                }
                try await balise.accept(endpoint, request.replacing(path, with: "whatever"))
            }
            try await balise.accept(.setDeviceKey, Miataru.setKey(of: device, to: key))
            for (endpoint, request, path) in requests {
                let answer = try await balise.post(endpoint, request.replacing(path, with: "whatever"))
                #expect(answer.status == 403 && answer.error?.hasPrefix("Forbidden: ") == true)
                try await balise.accept(endpoint, request)
            }
        }

        @Test("A list decides over current place and history separately", arguments: Shape.allCases)
        func rights(shape: Shape) async throws {
            let balise = try await shape.balise
            let (device, current, history, stranger) = (Fresh.device(), Fresh.device(), Fresh.device(), Fresh.device())
            try await balise.accept(.updateLocation, Miataru.update(device, history: "True"))
            let list = [Miataru.friend(current, current: true), Miataru.friend(history, history: true)]
            try await balise.accept(.setAllowedDeviceList, Miataru.allow(list, on: device, key: "k"))
            // The owner is a reader like any other.
            for (reader, seesPlace, seesHistory) in [
                (current, true, false), (history, false, true), (stranger, false, false), (device, false, false),
            ] {
                let place = try await balise.accept(.getLocation, Miataru.read([device], by: reader))
                #expect((place["MiataruLocation"]?[0] != .null) == seesPlace)
                let past = try await balise.accept(.getLocationHistory, Miataru.history(of: device, by: reader))
                #expect(past["MiataruLocation"]?.elements?.count == (seesHistory ? 1 : 0))
                #expect(past["MiataruServerConfig"]?["AvailableDeviceLocationUpdates"] == (seesHistory ? 1 : 0))
            }
            // Nothing else is touched by a list.
            try await balise.accept(.updateLocation, Miataru.update(device, history: "True"))
            try await balise.accept(.getVisitorHistory, Miataru.visitors(of: device))
        }
    }
}
