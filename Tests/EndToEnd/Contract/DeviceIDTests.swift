// Device ids are opaque: any characters but a colon and U+0000, compared code unit by code unit, over all hops.

import Testing

extension EndToEnd {
    @Suite("Device ids") struct DeviceIDs {
        /// Ids that trip those who take them for names of their own, and pairs that a hasty comparison takes for the same.
        static let awkward = [
            "__proto__", "null", "'; DROP TABLE location; --", "%s%n", "../../etc/passwd", "a/b?c=d&e#f", "\\\"",
            "\u{202E}abc", "a\nb\tc", "\u{FC}", "u\u{308}", "A", "a", "x", "x ", "x\u{1}", "\u{1F468}\u{200D}\u{1F469}",
            "\u{1F468}\u{1F469}", "\u{2126}", "\u{3A9}", "1", "01", "\u{FB01}", "fi",
            String(repeating: "long-", count: 40),
        ]

        @Test(
            "Awkward ids work like any other, and those that look alike are different devices",
            arguments: Shape.standard)
        func awkward(shape: Shape) async throws {
            let balise = try await shape.balise
            let base = Fresh.device()
            let devices = Self.awkward.map { base + $0 }
            let places = devices.enumerated().map { Miataru.place($1, .number("\($0 + 1)")) }
            try await balise.accept(.updateLocation, Miataru.update(places))
            let read = try await balise.accept(.getLocation, Miataru.read(devices, by: devices[0]))
            for (number, device) in devices.enumerated() {
                let place = read["MiataruLocation"]?[number]
                #expect(place?["Device"] == .string(device) && place?["Timestamp"] == .number("\(number + 1)"))
            }
            // As names of keys, visitors and list entries as well.
            let (device, key) = (devices[1], Fresh.key())
            try await balise.accept(.setDeviceKey, Miataru.setKey(of: device, to: key + "\u{FC}"))
            let refused = try await balise.post(.deleteLocation, Miataru.delete(device, key: key + "u\u{308}"))
            #expect(refused.status == 403)
            let friends = devices.map { Miataru.friend($0, current: true) }
            try await balise.accept(.setAllowedDeviceList, Miataru.allow(friends, on: devices[2], key: key))
            let allowed = try await balise.accept(.getAllowedDeviceList, Miataru.allowed(on: devices[2], key: key))
            #expect(allowed["MiataruAllowedDeviceList"]?["allowedDevices"]?.elements?.count == friends.count)
        }
    }
}
