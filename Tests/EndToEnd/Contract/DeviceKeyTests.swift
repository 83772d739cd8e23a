// setDeviceKey, and the keys of a batch.

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

        @Test("In a batch each device needs its own key, or nothing is stored", arguments: Shape.standard)
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
