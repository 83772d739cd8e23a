@testable import Edge

@Suite(.timeLimit(.minutes(10))) struct UpdateLocationTests {
    private func body(config: String? = #"{"LocationDataRetentionTime":"15"}"#, _ locations: String) -> String {
        #"{\#(config.map { #""MiataruConfig":\#($0),"# } ?? "")"MiataruLocation":\#(locations)}"#
    }

    private func entry(_ more: String = "", without: String? = nil) -> String {
        let members = [
            "Device": #""d""#, "Timestamp": "1", "Longitude": "2", "Latitude": "3", "HorizontalAccuracy": "4",
        ]
        let kept = members.filter { $0.key != without }.sorted { $0.key < $1.key }
        return "{" + kept.map { #""\#($0.key)":\#($0.value)"# }.joined(separator: ",") + more + "}"
    }

    @Test func keepsEachValueInTheFormInWhichItCame() async throws {
        let message = try #require(try await message(UpdateLocation.self, .updateLocation, updateBody))
        #expect(message.keepsHistory && message.retentionMinutes == LocationValue(json: #""15""#))
        #expect(message.entries.map(\.device) == [id("phone")] && message.entries.map(\.location) == [sampleLocation])
    }

    @Test(
        arguments: [
            (#","Speed":-1"#, "-1"), (#","Speed":null"#, "null"), (#","Speed":"1.0""#, #""1.0""#), ("", nil),
        ] as [(String, String?)])
    func passesOptionalValuesOn(_ more: String, _ speed: String?) async throws {
        let message = try await message(UpdateLocation.self, .updateLocation, body("[\(entry(more))]"))
        #expect(message?.entries.first?.location.speed == speed.map { LocationValue(json: $0) })
    }

    @Test func takesOneObjectInPlaceOfAnArray() async throws {
        let message = try await message(UpdateLocation.self, .updateLocation, body(entry()))
        #expect(message?.entries.count == 1)
    }

    @Test func takesAnEmptyArrayAndKeepsTheOrderOfAFullOne() async throws {
        let none = try await message(UpdateLocation.self, .updateLocation, body("[]"))
        #expect(none?.entries.isEmpty == true)
        let many = (0..<5000).map {
            #"{"Device":"d\#($0)","Timestamp":1,"Longitude":2,"Latitude":3,"HorizontalAccuracy":4}"#
        }
        let message = try await message(UpdateLocation.self, .updateLocation, body("[\(many.joined(separator: ","))]"))
        #expect(message?.entries.map(\.device.text) == (0..<5000).map { "d\($0)" })
        #expect(await isRefused(.updateLocation, body("[\((many + [entry()]).joined(separator: ","))]")))
    }

    @Test func takesEarlierLocationsOfTheHolderOfTheKey() async throws {
        let services = ScriptedServices.people()
        services.on(AddEarlierLocations.self) { _ in Done() }
        let (path, owner) = (MiataruEndpoint.earlierPath, #""Device":"phone","DeviceKey":"right""#)
        let place = #"{"Timestamp":"1","Longitude":2,"Latitude":3,"HorizontalAccuracy":4}"#
        let reply = try await services.post(path, #"{\#(owner),"MiataruLocation":[\#(place)]}"#).expect(200)
        #expect(reply.body.contains(#""MiataruResponse":"ACK""#))
        let message = try #require(services.received(AddEarlierLocations.self).first)
        #expect(message.device == id("phone") && message.key.secret == "right" && message.locations.count == 1)
        for wrong in [
            "{\(owner)}", #"{\#(owner),"MiataruLocation":[1]}"#, #"{\#(owner),"MiataruLocation":\#(place)}"#,
            #"{"Device":"phone","MiataruLocation":[]}"#,
        ] {
            try await services.post(path, wrong).expect(400)
        }
    }

    @Test func takesARequestWithoutConfiguration() async throws {
        for config in [nil, "null"] as [String?] {
            let message = try await message(UpdateLocation.self, .updateLocation, body(config: config, "[\(entry())]"))
            #expect(message?.keepsHistory == false)
            #expect(message?.retentionMinutes == nil)
        }
    }

    @Test(arguments: [
        (#""True""#, true), (#""TRUE""#, true), (#""true""#, true), (#""yes""#, false), (#""""#, false),
        ("null", false), ("false", false), ("0", false), ("0.0", false),
    ])
    func readsWhetherHistoryIsKept(_ value: String, _ isKept: Bool) async throws {
        let config = #"{"LocationDataRetentionTime":15,"EnableLocationHistory":\#(value)}"#
        let message = try await message(UpdateLocation.self, .updateLocation, body(config: config, entry()))
        #expect(message?.keepsHistory == isKept)
    }

    @Test(arguments: ["true", "1", "-1", "[]", "{}"])
    func refusesAnotherClaimToKeepHistory(_ value: String) async {
        let config = #"{"LocationDataRetentionTime":15,"EnableLocationHistory":\#(value)}"#
        #expect(await isRefused(.updateLocation, body(config: config, entry())))
    }

    @Test(arguments: [
        "{}", #"{"LocationDataRetentionTime":null}"#, #"{"LocationDataRetentionTime":0}"#,
        #"{"LocationDataRetentionTime":true}"#, #"{"LocationDataRetentionTime":[]}"#, #""text""#, "[]", "1",
        #"{"EnableLocationHistory":"True"}"#,
    ])
    func refusesAConfigurationWithoutRetention(_ config: String) async {
        #expect(await isRefused(.updateLocation, body(config: config, entry())))
    }

    @Test(arguments: ["Device", "Timestamp", "Longitude", "Latitude", "HorizontalAccuracy"])
    func refusesAnEntryWithoutWhatItNeeds(_ name: String) async {
        #expect(await isRefused(.updateLocation, body("[\(entry()),\(entry(without: name))]")))
        #expect(await isRefused(.updateLocation, body("[\(entry(#","\#(name)":null"#))]")))
        #expect(await isRefused(.updateLocation, body("[\(entry(#","\#(name)":true"#))]")))
        #expect(await isRefused(.updateLocation, body("[\(entry(#","\#(name)":[]"#))]")))
    }

    @Test(arguments: [#","Altitude":{}"#, #","BatteryLevel":false"#])
    func refusesValuesOfAnotherKind(_ more: String) async {
        #expect(await isRefused(.updateLocation, body("[\(entry(more))]")))
    }

    @Test(arguments: ["[]", #"{"MiataruLocation":[null]}"#, #"{"MiataruLocation":[[]]}"#, ""])
    func refusesABodyWithoutLocations(_ body: String) async { #expect(await isRefused(.updateLocation, body)) }

    @Test(arguments: ["\u{1F511}", "x"])
    func measuresKeysInUTF16(_ character: String) async throws {
        let longest = 256 / character.utf16.count
        let fits = String(repeating: character, count: longest)
        let message = try await message(UpdateLocation.self, .updateLocation, body(entry(#","DeviceKey":"\#(fits)""#)))
        #expect(message?.entries.first?.key?.secret == fits)
        #expect(await isRefused(.updateLocation, body(entry(#","DeviceKey":"\#(fits + character)""#))))
    }

    @Test func answersWithAFishOfFourEyes() async throws {
        var seen: Set<String> = []
        for number in 0..<64 {
            let request = EdgeRequest.sample(requestID: "0000000000\(number)")
            seen.insert(Answer.locationUpdated(by: request).text)
        }
        let fish = ["x", "!", "^", "°"].map { #"{"MiataruResponse":"ACK","MiataruVerboseResponse":"><)))\#($0)>"}"# }
        #expect(seen == Set(fish))
    }
}
