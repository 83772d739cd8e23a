@testable import Balise

@Suite("A Miataru call")
struct LocationsAPITests {
    let secrets = MemorySecretStore()

    /// A client whose device `me` has a key, if `hasKey`.
    private func client(_ transport: ScriptedTransport, hasKey: Bool = true) async throws -> LocationsAPI {
        let store = DeviceKeyStore(secrets: secrets, server: "https://balise.example")
        if hasKey { try await store.keep(DeviceKeyRecord(certain: .of("k")), of: .named("me")) }
        return try await BaliseClient.scripted(transport, session: nil, secrets: secrets).locations
    }

    @Test(
        "sends places with and without history",
        arguments: [
            (LocationKeeping.history, #"{"EnableLocationHistory":"True","LocationDataRetentionTime":"1"}"#),
            (.newestOnly(minutes: 30), #"{"EnableLocationHistory":"False","LocationDataRetentionTime":"30"}"#),
        ])
    func updates(_ keeping: LocationKeeping, _ config: String) async throws {
        let transport = ScriptedTransport(.success(.acknowledgement))
        try await client(transport).update([.at(0), .at(60, latitude: 49)], of: .named("me"), keeping: keeping)
        #expect(transport.calls.map(\.line) == ["POST /v1/UpdateLocation"])
        #expect(
            transport.calls[0].text
                == #"{"MiataruConfig":\#(config),"MiataruLocation":[{"Device":"me","DeviceKey":"k","#
                + #""Timestamp":"1800000000","Longitude":10.5,"Latitude":48.25,"HorizontalAccuracy":5},{"Device":"me","#
                + #""DeviceKey":"k","Timestamp":"1800000060","Longitude":10.5,"Latitude":49,"HorizontalAccuracy":5}]}"#)
    }

    @Test("of a device without a key sends none")
    func worksWithoutAKey() async throws {
        let transport = ScriptedTransport(.success(.acknowledgement))
        try await client(transport, hasKey: false).update(.at(0), of: .named("me"), keeping: .history)
        #expect(!transport.calls[0].text.contains("DeviceKey"))
    }

    @Test("is not sent with values out of range")
    func refusesFlaws() async throws {
        let locations = try await client(ScriptedTransport())
        let me = try LocationDeviceID.named("me")
        let flawed: [@Sendable () async throws -> Void] = [
            { try await locations.update([.at(0), .at(1, latitude: 91)], of: me, keeping: .history) },
            { try await locations.update(.at(0), of: me, keeping: .newestOnly(minutes: 0)) },
            { try await locations.update(.at(0), of: me, keeping: .newestOnly(minutes: .max)) },
            { _ = try await locations.history(of: me, as: me, atMost: 0) },
            { _ = try await locations.visitors(of: me, atMost: 0) },
            { try await locations.setSlogan(String(repeating: "x", count: 41), for: me) },
            { try await locations.setSlogan("a\nb", for: me) },
            { try await locations.setAllowed(Array(repeating: AllowedDevice(me), count: 257), for: me) },
            { try await locations.setSlogan("x", for: .named("keyless")) },
            { _ = try await locations.security(of: me, as: .named("keyless")) },
        ]
        for call in flawed {
            #expect(try await failure(call).invalidReason != nil)
        }
    }

    @Test(
        "is acknowledged only by ACK, whatever the status",
        arguments: [#"{"MiataruResponse":"NAK"}"#, "{}", "<html>Sign in</html>", ""])
    func wantsAnAcknowledgement(_ body: String) async throws {
        let transport = ScriptedTransport(.json(body))
        let error = try await failure {
            try await client(transport).update(.at(0), of: .named("me"), keeping: .history)
        }
        #expect(error.unreadableReason != nil)
    }

    @Test("reads the places of devices in the requested order")
    func reads() async throws {
        let found =
            #"{"Device":"a","Timestamp":"1800000000","Longitude":"10.5","Latitude":"48.25","HorizontalAccuracy":"5","#
            + #""Slogan":"hi"}"#
        let transport = ScriptedTransport(.json(#"{"MiataruLocation":[null,\#(found)]}"#))
        let locations = try await client(transport).locations(of: [.named("b"), .named("a")], as: .named("me"))
        #expect(locations == [nil, LocationResult(device: try .named("a"), location: .at(0), slogan: "hi")])
        #expect(
            transport.calls[0].text
                == #"{"MiataruConfig":{"RequestMiataruDeviceID":"me","RequestMiataruDeviceKey":"k"},"#
                + #""MiataruGetLocation":[{"Device":"b"},{"Device":"a"}]}"#)
    }

    @Test(
        "whose answer has another form reports the place",
        arguments: [
            (#"{"MiataruLocation":[null,null]}"#, "MiataruLocation has 2 entries for 1 devices"),
            (#"{"MiataruLocation":[{"Device":"a"}]}"#, "MiataruLocation[0].Timestamp is missing"),
            (#"{"MiataruLocation":7}"#, "MiataruLocation is not an array"), ("[]", "the value is not an object"),
        ])
    func tellsOtherForms(_ answer: String, _ reason: String) async throws {
        let transport = ScriptedTransport(.json(answer))
        let error = try await failure { try await client(transport).location(of: .named("a"), as: .named("me")) }
        #expect(error == .unreadable(reason))
    }

    @Test(
        "reads a device's history",
        arguments: [
            #""MaximumNumberOfLocationUpdates":1023,"AvailableDeviceLocationUpdates":7"#,
            #""MaximumNumberOfLocationUpdates":"1023","AvailableDeviceLocationUpdates":"7""#,
        ])
    func readsHistory(_ counts: String) async throws {
        let place = #"{"Device":"a","Timestamp":1800000000,"Longitude":10.5,"Latitude":48.25,"HorizontalAccuracy":5}"#
        let transport = ScriptedTransport(.json(#"{"MiataruServerConfig":{\#(counts)},"MiataruLocation":[\#(place)]}"#))
        let history = try await client(transport).history(of: .named("a"), as: .named("me"), atMost: 1)
        #expect(history == LocationHistory(locations: [.at(0)], available: 7, maximum: 1023))
        #expect(
            transport.calls[0].text
                == #"{"MiataruConfig":{"RequestMiataruDeviceID":"me","RequestMiataruDeviceKey":"k"},"#
                + #""MiataruGetLocationHistory":{"Device":"a","Amount":"1"}}"#)
    }

    @Test("reads the visitors")
    func readsVisitors() async throws {
        let transport = ScriptedTransport(
            .json(
                #"{"MiataruServerConfig":{"MaximumNumberOfVisitorHistory":10,"AvailableVisitorHistory":1},"#
                    + #""MiataruVisitors":[{"DeviceID":"","TimeStamp":1800000000500}]}"#))
        let visitors = try await client(transport).visitors(of: .named("me"), atMost: 5)
        #expect(
            visitors
                == LocationVisitorHistory(
                    visits: [LocationVisit(visitor: "", at: Date(timeIntervalSince1970: 1_800_000_000.5))], maximum: 10)
        )
        #expect(
            transport.calls[0].text == #"{"MiataruGetVisitorHistory":{"Device":"me","DeviceKey":"k","Amount":"5"}}"#)
    }

    @Test(
        "that is refused explains the key for 403, and not for 401",
        arguments: [
            (true, 403, BaliseError.Code.deviceKeyWrong), (false, 403, .deviceKeyUnknown),
            (true, 401, .authenticationRequired), (true, 400, .invalidRequest),
        ])
    func tellsRefusalsApart(_ hasKey: Bool, _ status: Int, _ code: BaliseError.Code) async throws {
        let transport = ScriptedTransport(.success(.miataru(status, "in words")))
        let error = try await failure {
            try await client(transport, hasKey: hasKey).update(.at(0), of: .named("me"), keeping: .history)
        }
        let refusal = try #require(error.refusal)
        #expect(refusal.code == code && refusal.status == status)
        // The SDK advises on a refused key. Other refusals keep the server's message.
        #expect(refusal.message.contains("keys.adopt") == (status == 403))
        #expect(refusal.message.contains("in words") == (status != 403) && !refusal.message.contains(#""k""#))
    }
}
