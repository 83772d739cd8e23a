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

        @Test("A list is replaced as a whole; an empty one turns it off", arguments: Shape.standard)
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

        @Test("A list decides over current place and history separately", arguments: Shape.standard)
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
