// A person claims a Miataru device and helps themselves when its key is lost.

import NIOHTTP1
import Testing

extension EndToEnd {
    @Suite("Claimed devices") struct ClaimedDevices {
        @Test("Claim by the key, list, reset, remove, release", arguments: Shape.standard)
        func claim(shape: Shape) async throws {
            let balise = try await shape.balise
            let ada = try await Person(.meeshy).signUp(on: balise)
            let ben = try await shape.bystander
            // An id with characters that an address has to encode.
            let (device, key) = (Fresh.device() + " ü/1", Fresh.key())
            let path = "users/me/location-devices"
            let place = path + "/" + device.addingPercentEncoding
            try await balise.accept(.setDeviceKey, Miataru.setKey(of: device, to: key))

            func claim(_ person: SignedInPerson, _ key: String) async throws -> Int {
                try await person.call(.POST, path, ["device": .string(device), "deviceKey": .string(key)]).status
            }
            #expect(try await claim(ada, Fresh.key()) == 403)
            #expect(try await claim(ada, key) == 201)
            // Who shows the present key takes the claim over, each time.
            #expect(try await claim(ben, key) == 201)
            #expect(try await ada.call(.GET, path).data?["devices"] == [])
            #expect(try await claim(ada, key) == 201)
            let list = try await ada.call(.GET, path).data?["devices"]?.elements
            #expect(list?.map { $0["device"] } == [.string(device)])
            #expect(list?.first?["hasKey"] == true && list?.first?["canResetKey"] == true)
            #expect(try await ben.call(.GET, path).data?["devices"] == [])

            #expect(try await ben.call(.PUT, place + "/key", [:]).status == 404)
            #expect(try await ben.call(.DELETE, place + "/key").status == 404)
            #expect(try await ben.call(.DELETE, place).status == 404)
            let reset = try await ada.call(.PUT, place + "/key", [:])
            let made = try #require(reset.data?["deviceKey"]?.text)
            #expect(
                try await balise.post(.updateLocation, Miataru.update([Miataru.place(device, key: key)])).status == 403)
            #expect(
                try await balise.post(.updateLocation, Miataru.update([Miataru.place(device, key: made)])).status == 200
            )
            let chosen = Fresh.key()
            #expect(try await ada.call(.PUT, place + "/key", ["newKey": .string(chosen)]).status == 200)
            try await balise.accept(.updateLocation, Miataru.update([Miataru.place(device, key: chosen)]))
            #expect(try await ada.call(.DELETE, place + "/key").status == 200)
            try await balise.accept(.updateLocation, Miataru.update([Miataru.place(device)]))
            #expect(try await ada.call(.DELETE, place).status == 200)
            #expect(try await ada.call(.GET, path).data?["devices"] == [])
        }

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

extension String {
    /// The text as one part of a path.
    fileprivate var addingPercentEncoding: String {
        utf8.map { byte in
            let isPlain =
                byte < 0x80 && (Character(UnicodeScalar(byte)).isLetter || Character(UnicodeScalar(byte)).isNumber)
            let digits = String(byte, radix: 16, uppercase: true)
            return isPlain || byte == UInt8(ascii: "-")
                ? String(UnicodeScalar(byte)) : "%" + (digits.count < 2 ? "0" : "") + digits
        }.joined()
    }
}
