// Slogans, and the security status of a device.

import Testing

extension EndToEnd {
    @Suite("Slogan and security status") struct Slogans {
        /// A device with a key.
        static func keyed(_ balise: RunningBalise) async throws -> (device: String, key: String) {
            let (device, key) = (Fresh.device(), Fresh.key())
            try await balise.accept(.setDeviceKey, Miataru.setKey(of: device, to: key))
            return (device, key)
        }

        /// Slogans as JSON tokens, and whether they are taken.
        static let slogans: [(token: String, isTaken: Bool)] = [
            (JSON.quoted(String(repeating: "s", count: 40)), true),
            (JSON.quoted(String(repeating: "s", count: 41)), false),
            (JSON.quoted(String(repeating: "\u{1F9ED}", count: 40)), true),
            (JSON.quoted(String(repeating: "\u{1F9ED}", count: 41)), false),
            (JSON.quoted(String(repeating: "e\u{301}", count: 20)), true),
            (JSON.quoted(String(repeating: "e\u{301}", count: 21)), false),
            ("\"\"", true), ("\" \"", true), ("\"\\u0080\"", true), ("\"u\u{308} \\\"quoted\\\" \\\\ <b>\"", true),
            ("\"\\u0000\"", false), ("\"a\\nb\"", false), ("\"\\t\"", false), ("\"\\u001f\"", false),
            ("\"\\u007f\"", false), ("null", false), ("5", false), ("true", false), ("[]", false), ("{}", false),
        ]

        @Test(
            "A slogan is a string of at most 40 code points without control characters",
            arguments: Shape.allCases, slogans)
        func forms(shape: Shape, slogan: (token: String, isTaken: Bool)) async throws {
            let balise = try await shape.balise
            let (device, key) = try await Self.keyed(balise)
            let request = Miataru.setSlogan(of: device, to: .raw(slogan.token), key: key)
            let answer = try await balise.post(.setDeviceSlogan, request)
            #expect(answer.status == (slogan.isTaken ? 200 : 400), "\(answer)")
            let read = try await balise.accept(.getDeviceSlogan, Miataru.slogan(of: device, by: device, key: key))
            let expected = slogan.isTaken ? try JSON(reading: slogan.token) : .null
            #expect(read == ["MiataruDeviceSlogan": ["DeviceID": .string(device), "Slogan": expected]])
            guard slogan.isTaken else { return }
            #expect(
                answer.json == ["MiataruResponse": "ACK", "MiataruVerboseResponse": "Device slogan set successfully"])
        }

        @Test("Setting a slogan needs a configured key, and that one", arguments: Shape.allCases)
        func setting(shape: Shape) async throws {
            let balise = try await shape.balise
            let keyless = try await balise.post(
                .setDeviceSlogan, Miataru.setSlogan(of: Fresh.device(), to: "x", key: Fresh.key()))
            #expect(keyless.status == 403 && keyless.error?.hasPrefix("Forbidden: ") == true)
            let (device, _) = try await Self.keyed(balise)
            let request = Miataru.setSlogan(of: device, to: "x", key: Fresh.key())
            #expect(try await balise.post(.setDeviceSlogan, request).status == 403)
            for value: JSON? in [nil, .null, "", 5, []] {
                let bad = request.replacing(["MiataruSetDeviceSlogan", "DeviceKey"], with: value)
                #expect(try await balise.post(.setDeviceSlogan, bad).status == 400)
            }
            let none = request.replacing(["MiataruSetDeviceSlogan", "Slogan"], with: nil)
            #expect(try await balise.post(.setDeviceSlogan, none).status == 400)
        }

        @Test("Who reads a slogan or a status must have a key and show it", arguments: Shape.allCases)
        func readers(shape: Shape) async throws {
            let balise = try await shape.balise
            let (target, reader) = (try await Self.keyed(balise), try await Self.keyed(balise))
            for (endpoint, wrapper) in [
                (Endpoint.getDeviceSlogan, "MiataruGetDeviceSlogan"),
                (.getDeviceSecurityStatus, "MiataruGetDeviceSecurityStatus"),
            ] {
                func asked(_ reader: String, _ key: JSON?) -> JSON {
                    endpoint.sample(target.device).replacing(
                        [.name(wrapper), "RequestDeviceID"], with: .string(reader)
                    )
                    .replacing([.name(wrapper), "RequestDeviceKey"], with: key)
                }
                try await balise.accept(endpoint, asked(reader.device, .string(reader.key)))
                for refused in [
                    asked(reader.device, .string(target.key)), asked(Fresh.device(), .string(reader.key)),
                    asked(Fresh.device(), "any"),
                ] {
                    let answer = try await balise.post(endpoint, refused)
                    #expect(answer.status == 403 && answer.error?.hasPrefix("Forbidden: ") == true, "\(answer)")
                }
                for value: JSON? in [nil, .null, "", 5, [], [:]] {
                    #expect(try await balise.post(endpoint, asked(reader.device, value)).status == 400)
                    let anonymous = asked("", .string(reader.key)).replacing(
                        [.name(wrapper), "RequestDeviceID"], with: value)
                    #expect(try await balise.post(endpoint, anonymous).status == 400)
                }
                for (id, key) in [
                    ("RequestMiataruDeviceID", "RequestMiataruDeviceKey"),
                    ("requestingDeviceID", "requestingDeviceKey"),
                ] {
                    let other: JSON = [
                        wrapper: [
                            "DeviceID": .string(target.device), id: .string(reader.device), key: .string(reader.key),
                        ]
                    ]
                    try await balise.accept(endpoint, other)
                }
            }
        }

        @Test("A slogan that was never set is null", arguments: Shape.allCases)
        func unset(shape: Shape) async throws {
            let balise = try await shape.balise
            let (reader, nobody) = (try await Self.keyed(balise), Fresh.device())
            let read = try await balise.accept(
                .getDeviceSlogan, Miataru.slogan(of: nobody, by: reader.device, key: reader.key))
            #expect(read == ["MiataruDeviceSlogan": ["DeviceID": .string(nobody), "Slogan": nil]])
        }

        @Test("Allowed lists do not hide a slogan", arguments: Shape.allCases)
        func listed(shape: Shape) async throws {
            let balise = try await shape.balise
            let (target, reader) = (try await Self.keyed(balise), try await Self.keyed(balise))
            try await balise.accept(.setDeviceSlogan, Miataru.setSlogan(of: target.device, to: "hi", key: target.key))
            let list = [Miataru.friend(Fresh.device(), current: true)]
            try await balise.accept(.setAllowedDeviceList, Miataru.allow(list, on: target.device, key: target.key))
            let request = Miataru.slogan(of: target.device, by: reader.device, key: reader.key)
            let read = try await balise.accept(.getDeviceSlogan, request)
            #expect(read["MiataruDeviceSlogan"]?["Slogan"] == "hi")
        }

        @Test(
            "The status tells key and list", arguments: Shape.allCases,
            [(false, false), (false, true), (true, false), (true, true)])
        func status(shape: Shape, facts: (hasKey: Bool, hasList: Bool)) async throws {
            let (hasKey, hasList) = facts
            let balise = try await shape.balise
            let (target, key, reader) = (Fresh.device(), Fresh.key(), try await Self.keyed(balise))
            if hasKey { try await balise.accept(.setDeviceKey, Miataru.setKey(of: target, to: key)) }
            let list = hasList ? [Miataru.friend(Fresh.device())] : []
            if hasList { try await balise.accept(.setAllowedDeviceList, Miataru.allow(list, on: target, key: key)) }
            let request = Miataru.status(of: target, by: reader.device, key: reader.key)
            #expect(
                try await balise.accept(.getDeviceSecurityStatus, request) == [
                    "MiataruDeviceSecurityStatus": [
                        "DeviceID": .string(target), "HasDeviceKey": .bool(hasKey),
                        "IsAllowedDeviceListEnabled": .bool(hasList),
                    ]
                ])
        }
    }
}
