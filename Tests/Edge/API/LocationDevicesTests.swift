@testable import Edge

@Suite(.timeLimit(.minutes(10))) struct LocationDevicesTests {
    private let root = "/api/v1/users/me/location-devices"

    @Test func lists() async throws {
        let response = try await ScriptedServices.ofAda().ask("GET", root)
        response.expect(
            body: #"{"success":true,"data":{"devices":[{"device":"pho ne","claimedAt":"2026-01-31T12:00:00Z","#
                + #""hasKey":true,"canResetKey":true,"handoverEndsAt":"2026-01-31T12:01:00Z"}],"totalCount":1}}"#)
    }

    @Test func claims() async throws {
        let services = ScriptedServices.ofAda()
        let response = try await services.ask("POST", root, body: #"{"device":"d","deviceKey":"right"}"#).expect(201)
        response.expect(
            body: #"{"success":true,"data":{"device":"d","claimedAt":"2026-01-31T12:00:00Z","hasKey":true,"#
                + #""canResetKey":true}}"#)
        #expect(services.received(ClaimDevice.self).first?.account == People.ada)
    }

    /// The ticket is valid as long as the session.
    @Test func offersInASession() async throws {
        let (response, message) = try await ScriptedServices.ofAda().ask(
            "POST", root + "/pho%20ne/handover", for: OfferDevice.self)
        #expect(response.status == 201)
        #expect(message.account == People.ada && message.session == People.phone)
    }

    @Test(
        arguments: [
            (#"{"newKey":"mine"}"#, "mine"), ("{}", "made"), (#"{"newKey":null}"#, "made"),
            (#"{"newKey":""}"#, "made"), (nil, "made"),
        ] as [(String?, String)])
    func resetsAKey(_ body: String?, _ key: String) async throws {
        let services = ScriptedServices.ofAda()
        let response = try await services.ask("PUT", root + "/pho%20ne/key", body: body)
        #expect(response.body == #"{"success":true,"data":{"deviceKey":"\#(key)"}}"#)
        #expect(services.received(ResetDeviceKey.self).first?.device == id("pho ne"))
        #expect(services.received(ResetDeviceKey.self).first?.account == People.ada)
    }

    @Test func removesAKeyAndGivesUpADevice() async throws {
        let services = ScriptedServices.ofAda()
        try await withEdge(services) { edge in
            for path in ["/a%2Fb/key", "/a%2Fb"] {
                let response = try await edge.request("DELETE", root + path)
                #expect(response.status == 200 && response.body.hasSuffix(#""data":{}}"#))
            }
        }
        #expect(services.received(RemoveDeviceKey.self).first?.device == id("a/b"))
        #expect(services.received(RemoveDeviceKey.self).first?.account == People.ada)
        #expect(services.received(ReleaseDevice.self).first?.device == id("a/b"))
    }

    @Test(arguments: ["a%3Ab", "%zz", "%c3"])
    func refusesWhatIsNoDevice(_ device: String) async throws {
        try await ScriptedServices.ofAda().ask("DELETE", "\(root)/\(device)").expect(400)
    }
}
