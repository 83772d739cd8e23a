// Device ids are opaque: any characters but a colon and U+0000, compared code unit by code unit.

import Testing

extension EndToEnd {
    @Suite("Device ids") struct DeviceIDs {
        @Test("What is no device id is refused everywhere", arguments: Shape.allCases, Endpoint.allCases)
        func invalid(shape: Shape, endpoint: Endpoint) async throws {
            let balise = try await shape.balise
            for value: JSON? in [nil, .null, "", 5, true, false, [], ["x"], [:], ["a": "b"], "a:b", ":", "a\0b"] {
                let body = endpoint.sample().replacing(endpoint.pathOfDevice, with: value)
                let answer = try await balise.post(endpoint, body)
                #expect(answer.status == 400, "\(body): \(answer)")
            }
        }

        @Test("A reader's id follows the same rules", arguments: Shape.allCases)
        func invalidReader(shape: Shape) async throws {
            let balise = try await shape.balise
            for endpoint in [Endpoint.getLocation, .getLocationHistory] {
                for value: JSON? in [nil, .null, "", 5, true, [], [:], "a:b", "a\0b"] {
                    let body = endpoint.sample().replacing(["MiataruConfig", "RequestMiataruDeviceID"], with: value)
                    let answer = try await balise.post(endpoint, body)
                    #expect(answer.status == 400, "\(body): \(answer)")
                }
            }
        }

        @Test("An id is not longer than 256 characters", arguments: Shape.allCases)
        func length(shape: Shape) async throws {
            let balise = try await shape.balise
            let longest = String((Fresh.device() + String(repeating: "x", count: 256)).prefix(256))
            for (id, status) in [(longest, 200), (longest + "x", 400), (String(longest.dropLast()) + "é", 200)] {
                #expect(try await balise.post(.updateLocation, Miataru.update(id)).status == status)
                let reading = Miataru.read([Fresh.device()], by: id)
                #expect(try await balise.post(.getLocation, reading).status == status)
                let history = Miataru.history(of: id, by: Fresh.device())
                #expect(try await balise.post(.getLocationHistory, history).status == status)
            }
        }

        /// Pairs that a hasty comparison takes for the same.
        static let lookAlikes = [
            ("\u{FC}", "u\u{308}"), ("A", "a"), ("x", "x "), ("x", " x"), ("x", "x\u{1}"), ("x\u{1}a", "x\u{1}b"),
            ("\u{1F468}\u{200D}\u{1F469}", "\u{1F468}\u{1F469}"), ("\u{2126}", "\u{3A9}"), ("\u{E9}", "e\u{301}"),
            ("1", "01"), ("x%20", "x "), ("\u{FEFF}x", "x"), ("\u{FB01}", "fi"),
        ]

        @Test("Ids that look alike are different devices", arguments: Shape.allCases, lookAlikes)
        func different(shape: Shape, pair: (String, String)) async throws {
            let balise = try await shape.balise
            let base = Fresh.device()
            let (one, other) = (base + pair.0, base + pair.1)
            try await balise.accept(.updateLocation, Miataru.update([Miataru.place(one, "1")]))
            let before = try await balise.accept(.getLocation, Miataru.read([one, other], by: Fresh.device()))
            #expect(before["MiataruLocation"]?[1] == .null)
            try await balise.accept(.updateLocation, Miataru.update([Miataru.place(other, "2")]))
            let read = try await balise.accept(.getLocation, Miataru.read([one, other], by: Fresh.device()))
            #expect(read["MiataruLocation"]?[0]?["Device"] == .string(one))
            #expect(read["MiataruLocation"]?[0]?["Timestamp"] == "1")
            #expect(read["MiataruLocation"]?[1]?["Device"] == .string(other))
            #expect(read["MiataruLocation"]?[1]?["Timestamp"] == "2")
        }

        /// Ids that trip those who take them for names of their own.
        static let awkward = [
            "__proto__", "constructor", "toString", "null", "undefined", "0", "-1", "'; DROP TABLE location; --",
            "%s%n",
            "../../etc/passwd", "a/b?c=d&e#f", "\\", "\"", "\u{1F9ED}", "\u{202E}abc", "日本語", "a\nb\tc",
            String(repeating: "long-", count: 40),
        ]

        @Test("Awkward ids work like any other", arguments: Shape.allCases, awkward)
        func works(shape: Shape, id: String) async throws {
            let balise = try await shape.balise
            let (device, visitor) = (id + Fresh.device(), Fresh.device() + id)
            try await balise.accept(.updateLocation, Miataru.update(device, history: "True"))
            let read = try await balise.accept(.getLocation, Miataru.read([device], by: visitor))
            #expect(read["MiataruLocation"]?[0]?["Device"] == .string(device))
            let history = try await balise.accept(.getLocationHistory, Miataru.history(of: device, by: visitor))
            #expect(history["MiataruLocation"]?.elements?.count == 1)
            try await Visits.expect([visitor], of: device, on: balise)
            let list = [Miataru.friend(visitor, current: true)]
            let key = Fresh.key()
            try await balise.accept(.setAllowedDeviceList, Miataru.allow(list, on: device, key: key))
            let allowed = try await balise.accept(.getAllowedDeviceList, Miataru.allowed(on: device, key: key))
            #expect(allowed["MiataruAllowedDeviceList"]?["allowedDevices"] == .array(list))
        }

        @Test(
            "The names of JavaScript's own members are plain names", arguments: Shape.allCases,
            ["__proto__", "constructor", "hasOwnProperty", "toString"])
        func reserved(shape: Shape, name: String) async throws {
            let balise = try await shape.balise
            let device = Fresh.device()
            try await balise.accept(.updateLocation, Miataru.update(device))
            try await balise.accept(.getLocation, Miataru.read([device], by: name))
            try await Visits.expect([name], of: device, on: balise)
            let list = [Miataru.friend(name, history: true)]
            try await balise.accept(.setAllowedDeviceList, Miataru.allow(list, on: device, key: "k"))
            let allowed = try await balise.accept(.getAllowedDeviceList, Miataru.allowed(on: device, key: "k"))
            #expect(allowed["MiataruAllowedDeviceList"]?["allowedDevices"] == .array(list))
        }
    }
}
