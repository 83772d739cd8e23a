import BaliseJSON

@testable import balise_cli

@Suite("Places behind keys and lists on the command line")
struct RefusedPlacesTests {
    private static let update = "POST /v1/UpdateLocation"
    private static let list = ScriptedServer.Answer.json(
        #"{"MiataruAllowedDeviceList":{"IsAllowedDeviceListEnabled":true,"allowedDevices":[]}}"#)

    @Test("A device's waiting places do not hold up another device's")
    func heldDevice() async throws {
        let fixture = CommandFixture([
            Self.update: [.refusal(403, "FORBIDDEN"), .refusal(403, "FORBIDDEN"), .acknowledged]
        ])
        await #expect(throws: BaliseError.self) { try await fixture.run("share", "--device", "held", "--at", "1,1") }
        let shared = try await fixture.runNext("share", "--device", "free", "--at", "2,2")
        #expect(shared.output.contains("is shared") && shared.errors.contains("balise-cli: of held: "))
        #expect(shared.errors.contains("balise-cli key set") && !shared.errors.contains("keys."))
    }

    @Test("`share --discard` drops places that wait for a key")
    func discards() async throws {
        let fixture = CommandFixture([
            Self.update: [.refusal(403, "FORBIDDEN"), .refusal(403, "FORBIDDEN"), .acknowledged]
        ])
        let terminal = ScriptedTerminal()
        await #expect(throws: BaliseError.self) {
            try await fixture.run(["share", "--device", "held", "--at", "1,1"], terminal)
        }
        #expect(terminal.errors.contains("1 place waits on this computer, to go with the next call, or to be dropped"))
        let shared = try await fixture.runNext("share", "--device", "free", "--at", "2,2")
        #expect(shared.errors.contains("balise-cli share --discard --device held"))
        let dropped = try await fixture.runNext("share", "--discard", "--device", "held")
        #expect(dropped.output.hasPrefix("1 place of held dropped"))
        let none = try await fixture.runNext("share", "--discard", "--device", "held")
        #expect(none.output.hasPrefix("0 places of held dropped"))
        #expect(fixture.server.calls.count == 3)
    }

    @Test("`allow` warns if the list does not name this computer", arguments: [true, false])
    func allowsOthersAlone(namesItself: Bool) async throws {
        let fixture = CommandFixture([
            "POST /v1/setAllowedDeviceList": [.acknowledged], "POST /v1/getAllowedDeviceList": [Self.list],
            Self.update: [.acknowledged], "POST /v1/setDeviceKey": [.acknowledged],
        ])
        let place = try await fixture.run("share", "--at", "1,1", "--json").json
        let own = try #require(place.member("device")?.string)
        _ = try await fixture.run("key", "set")
        let terminal = ScriptedTerminal()
        try await fixture.run(["allow", "friend"] + (namesItself ? [own] : []), terminal)
        #expect(terminal.errors.contains("name \(own) too") == !namesItself)
    }

    @Test("`allow --nobody` leaves only the device on its list")
    func allowsNobody() async throws {
        let fixture = CommandFixture([
            "POST /v1/setAllowedDeviceList": [.acknowledged], "POST /v1/getAllowedDeviceList": [Self.list],
            "POST /v1/setDeviceKey": [.acknowledged],
        ])
        _ = try await fixture.run("key", "set", "--device", "phone")
        _ = try await fixture.run("allow", "--nobody", "--device", "phone")
        let sent = try #require(fixture.server.calls.first { $0.text.contains("MiataruSetAllowedDeviceList") })
        let body = try JSONDocument(Array(sent.text.utf8)).root.member("MiataruSetAllowedDeviceList")
        let allowed = try #require(body?.member("allowedDevices")?.elements)
        #expect(allowed.map { $0.member("DeviceID")?.string } == ["phone"])
        for wrong in [["friend", "--nobody"], ["--nobody", "--everybody"], ["--nobody", "--history"]] {
            #expect(throws: (any Error).self) { try CommandFixture.parse(["allow"] + wrong) }
        }
    }
}
