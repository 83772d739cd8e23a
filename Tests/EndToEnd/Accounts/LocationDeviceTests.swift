// The operator helps whoever has lost the key of a device.

import Testing

extension EndToEnd {
    @Suite("Devices with a lost key") struct LostDeviceKeys {
        @Test("The operator helps where nobody has claimed", arguments: Shape.standard)
        func operatorHelps(shape: Shape) async throws {
            let balise = try await shape.balise
            let (device, key) = (Fresh.device(), Fresh.key())
            try await balise.accept(.setDeviceKey, Miataru.setKey(of: device, to: key))
            let reset = try await balise.command("devices", "reset-key", device)
            #expect(reset.status == 0)
            let made = String(try #require(reset.output.firstMatch(of: /key +(\S+)/)).output.1)
            try await balise.accept(.updateLocation, Miataru.update([Miataru.place(device, key: made)]))
            #expect(try await balise.command("devices", "remove-key", device).status == 0)
            try await balise.accept(.updateLocation, Miataru.update([Miataru.place(device)]))
            #expect(try await balise.command("devices", "remove-key", Fresh.device()).status == 1)
        }
    }
}
