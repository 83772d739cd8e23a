// BALISE_MIATARU_LEGACY: clients of the 1.0 protocol as they are.

import Testing

extension EndToEnd {
    @Suite("Legacy clients") struct Legacy {
        @Test("A reader without an id is anonymous", arguments: Shape.allCases)
        func anonymous(shape: Shape) async throws {
            try await RunningBalise.withOwn(shape, Setting.legacy) { balise in
                let (device, listed) = (Fresh.device(), Fresh.device())
                try await balise.accept(
                    .updateLocation, Miataru.update([Miataru.place(device), Miataru.place(listed)], history: "True"))
                let list = [Miataru.friend(Fresh.device(), current: true, history: true)]
                try await balise.accept(.setAllowedDeviceList, Miataru.allow(list, on: listed, key: "k"))
                for form in [
                    Miataru.geoJSON([device, listed]), Miataru.read([device, listed], by: nil),
                    Miataru.read([device, listed], by: ""),
                ] {
                    let read = try await balise.accept(.getLocation, form)
                    #expect(read["MiataruLocation"]?[0]?["Device"]?.text == device)
                    #expect(read["MiataruLocation"]?[1] == .null, "nothing of a device with an allowed list")
                }
                let history = Miataru.history(of: device, by: nil).replacing(["MiataruConfig"], with: nil)
                #expect(try await balise.accept(.getLocationHistory, history)["MiataruLocation"]?.elements?.count == 1)
                let denied = Miataru.history(of: listed, by: nil)
                #expect(try await balise.accept(.getLocationHistory, denied)["MiataruLocation"] == [])
                let marker = try await Visits.marker(on: device, balise)
                try await Visits.expect([marker], of: device, on: balise)
            }
        }

        @Test("Loose numbers are taken as they are", arguments: Shape.allCases)
        func looseNumbers(shape: Shape) async throws {
            try await RunningBalise.withOwn(shape, Setting.legacy) { balise in
                for (member, token) in [
                    ("Timestamp", "\"1376735651.302000\""), ("Timestamp", "1376735651.302"),
                    ("HorizontalAccuracy", "\"25000\""), ("HorizontalAccuracy", "-1"), ("Longitude", "\"10,837502\""),
                    ("Latitude", "\"+49,828925\""), ("Altitude", "\"312,5\""),
                ] {
                    let device = Fresh.device()
                    let update = Miataru.update(device).replacing(
                        ["MiataruLocation", 0, .name(member)], with: .raw(token))
                    try await balise.accept(.updateLocation, update)
                    let value = try await StorageRules.current(of: device, on: balise)?[member]
                    #expect(value == (try JSON(reading: token)), "\(member) \(token)")
                }
                let body = Array(OtherClients.handBuilt(Fresh.device(), timestamp: "1376735651.302000").utf8)
                #expect(try await balise.post(path: "/v1/UpdateLocation", body).status == 200)
                for (member, token) in [
                    ("Longitude", "181"), ("Latitude", "\"north\""), ("Timestamp", "0"), ("Latitude", "null"),
                ] {
                    let update = Miataru.update(Fresh.device())
                        .replacing(["MiataruLocation", 0, .name(member)], with: .raw(token))
                    #expect(try await balise.post(.updateLocation, update).status == 400, "\(member) \(token)")
                }
                let map = Fresh.device()
                try await balise.accept(
                    .updateLocation, Miataru.update([Miataru.place(map, longitude: "8,5", latitude: "49,25")]))
                let coordinates = try await balise.get("/v1/GetLocationGeoJSON/\(map)").json?["geometry"]?[
                    "coordinates"]
                #expect(coordinates?.elements?.map { Double($0.encoded) } == [8.5, 49.25])
            }
        }

        @Test("A wrong key stays wrong", arguments: Shape.allCases)
        func keys(shape: Shape) async throws {
            try await RunningBalise.withOwn(shape, Setting.legacy) { balise in
                let (device, key) = (Fresh.device(), Fresh.key())
                try await balise.accept(.setDeviceKey, Miataru.setKey(of: device, to: key))
                #expect(try await balise.post(.updateLocation, Miataru.update(device)).status == 403)
                #expect(try await balise.post(.getLocation, Miataru.read([device], by: device)).status == 403)
            }
        }
    }
}
