// setDeviceKey: the present key is needed for another one.

import Testing

extension EndToEnd {
    @Suite("setDeviceKey") struct SetDeviceKey {
        static let done: JSON = ["MiataruResponse": "ACK", "MiataruVerboseResponse": "Device key set successfully"]

        @Test("Another key needs the present one", arguments: Shape.standard)
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
    }
}
