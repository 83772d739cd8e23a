// Slogans, and the security status of a device.

import Testing

extension EndToEnd {
    @Suite("Slogan and security status") struct Slogans {
        @Test(
            "Who has a key sets a slogan, and reads those of others and how they are protected",
            arguments: Shape.standard)
        func contract(shape: Shape) async throws {
            let balise = try await shape.balise
            let (device, key, nobody) = (Fresh.device(), Fresh.key(), Fresh.device())
            let keyless = try await balise.post(.setDeviceSlogan, Miataru.setSlogan(of: device, to: "x", key: key))
            #expect(keyless.status == 403 && keyless.error?.hasPrefix("Forbidden: ") == true)
            #expect(
                try await balise.accept(.setDeviceKey, Miataru.setKey(of: device, to: key)) == SetDeviceKey.done)
            let slogan = "u\u{308} \"quoted\" <b>"
            #expect(
                try await balise.accept(.setDeviceSlogan, Miataru.setSlogan(of: device, to: .string(slogan), key: key))
                    == ["MiataruResponse": "ACK", "MiataruVerboseResponse": "Device slogan set successfully"])
            let odd = try await balise.post(.setDeviceSlogan, Miataru.setSlogan(of: device, to: "a\nb", key: key))
            #expect(odd.status == 400)
            for (target, expected) in [(device, JSON.string(slogan)), (nobody, .null)] {
                let read = try await balise.accept(.getDeviceSlogan, Miataru.slogan(of: target, by: device, key: key))
                #expect(read == ["MiataruDeviceSlogan": ["DeviceID": .string(target), "Slogan": expected]])
                let status = Miataru.status(of: target, by: device, key: key)
                #expect(
                    try await balise.accept(.getDeviceSecurityStatus, status) == [
                        "MiataruDeviceSecurityStatus": [
                            "DeviceID": .string(target), "HasDeviceKey": .bool(target == device),
                            "IsAllowedDeviceListEnabled": false,
                        ]
                    ])
            }
        }
    }
}
