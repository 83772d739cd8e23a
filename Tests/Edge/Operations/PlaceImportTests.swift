@testable import Edge

@Suite("An import of devices by an operator", .timeLimit(.minutes(10))) struct PlaceImportTests {
    private static let place =
        #"{\"Device\":\"d1\",\"Timestamp\":\"1700000000\",\"Longitude\":1.50,\"Latitude\":\"+2\",\"HorizontalAccuracy\":5}"#
    private let devices = #"""
        "devices":[{"id":"d1","key":"k","slogan":"s","allowed":[{"id":"f","currentLocation":true,"history":false}],\#
        "places":["\#(PlaceImportTests.place)","no JSON"],"visitors":["{\"DeviceID\":\"v2\",\"TimeStamp\":2000}",\#
        "{\"DeviceID\":\"v1\",\"TimeStamp\":1000}","{\"DeviceID\":\"a:b\",\"TimeStamp\":1}"]}]
        """#

    private func scripted() -> ScriptedServices {
        let services = ScriptedServices()
        services.on(BeginPlaceImport.self) { _ in BeginPlaceImport.Reply(token: SecretText("t1")) }
        services.on(ImportPlaces.self) { _ in ImportedPlaces(results: [ImportedDeviceResult(.made, places: 1)]) }
        services.on(PreviewPlaceImport.self) { _ in ImportedPlaces(results: [ImportedDeviceResult(.skipped)]) }
        services.on(EndPlaceImport.self) { _ in PlaceImportCounts(made: 1) }
        return services
    }

    @Test("Beginning and end are acts, and a portion has the values of the reference server in their own form")
    func portions() async throws {
        let services = scripted()
        try await withOperations(services) { edge in
            let begun = try await edge.request("POST", "/place-imports", body: #"{"replace":true}"#)
            #expect(begun.status == 201 && begun.body == #"{"token":"t1"}"#)
            let portion = try await edge.request(
                "POST", "/place-imports/devices", body: #"{"token":"t1",\#(devices)}"#)
            #expect(portion.body == #"{"results":[{"outcome":"made","places":1,"refused":0,"dropped":0}]}"#)
            let ended = try await edge.request("POST", "/place-imports/end", body: #"{"token":"t1"}"#)
            #expect(ended.body == #"{"made":1,"replaced":0,"left":0,"refused":0}"#)
        }
        #expect(services.acts == ["BeginPlaceImport", "EndPlaceImport"])
        #expect(services.received(AppendAuditEntry.self).isEmpty)
        let sent = try #require(services.received(ImportPlaces.self).first?.devices.first)
        #expect(sent.key?.secret == "k" && sent.slogan == "s" && sent.allowed?.map(\.device.text) == ["f"])
        #expect(sent.locations.map(\.longitude.json) == ["1.50"] && sent.locations.map(\.latitude.json) == [#""+2""#])
        #expect(sent.visits.map(\.visitor.text) == ["v1", "v2"] && sent.unreadable == 2)
    }

    @Test("Without a token a portion is a dry run with an entry in the audit log")
    func dryRun() async throws {
        let services = scripted()
        try await withOperations(services) { edge in
            let portion = try await edge.request(
                "POST", "/place-imports/devices", body: #"{"replace":true,\#(devices)}"#)
            #expect(portion.body.contains(#""outcome":"skipped""#))
        }
        #expect(services.received(ImportPlaces.self).isEmpty && services.acts.isEmpty)
        #expect(services.received(PreviewPlaceImport.self).map(\.replaces) == [true])
        #expect(services.received(AppendAuditEntry.self).map(\.call.call) == ["ImportPlaces"])
    }

    @Test("A protection that cannot be kept is refused with its place")
    func protection() async throws {
        let services = scripted()
        let long = String(repeating: "k", count: 257)
        try await withOperations(services) { edge in
            for (device, field) in [
                (#"{"id":"a:b"}"#, "devices[0].id"), (#"{"id":"a","key":"\#(long)"}"#, "devices[0].key"),
                (
                    #"{"id":"a","allowed":[{"id":"","currentLocation":true,"history":true}]}"#,
                    "devices[0].allowed[0].id"
                ),
            ] {
                let answer = try await edge.request(
                    "POST", "/place-imports/devices", body: #"{"token":"t1","devices":[\#(device)]}"#)
                #expect(answer.status == 400 && answer.body.contains(#""field":"\#(field)""#), "\(answer.body)")
            }
            let both = try await edge.request(
                "POST", "/place-imports/devices", body: #"{"token":"t1","replace":true,\#(devices)}"#)
            #expect(both.status == 400 && both.body.contains(#""field":"replace""#))
        }
        #expect(services.received(ImportPlaces.self).isEmpty)
    }
}
