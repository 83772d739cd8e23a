import ArgumentParser

@testable import balise_cli

@Suite("Share links on the command line")
struct ShareLinkOnCommandLineTests {
    private static let path = "/api/v1/users/me/share-links"
    private static let link =
        #"{"id":"l1","device":"phone","name":"Ride home","createdAt":"2027-01-15T07:00:00Z","#
        + #""endsAt":"2027-01-15T09:30:00Z","state":"open","precision":"town","hasPassword":true,"#
        + #""viewers":[{"number":1,"firstAt":"2027-01-15T07:30:00Z","lastAt":"2027-01-15T07:40:00Z","views":2}]}"#
    private static let made = #"{"link":\#(link),"token":"t","url":"https://balise.example/s/t"}"#

    @Test("A user makes, lists, changes and ends links of a claimed device")
    func ofAccount() async throws {
        var fixture = try await CommandFixture.ofAda([
            "POST \(Self.path)": [.data(Self.made)],
            "GET \(Self.path)": [.data(#"{"links":[\#(Self.link)],"totalCount":1}"#)],
            "PATCH \(Self.path)/l1": [.data(Self.link)],
            "DELETE \(Self.path)/l1": [.done],
        ])
        let added = try await fixture.run(
            "share-link", "add", "--device", "phone", "--name", "Ride home", "--minutes", "90", "--precision", "town",
            "--arrival", "-4.5,48.4", "--viewers", "2", "--password", input: ["rue de siam"])
        #expect(
            added.output == """
                Until 2027-01-15T09:30:00Z, people with this address see where phone is:

                https://balise.example/s/t

                """)
        let body = try #require(fixture.server.lastText)
        #expect(body.hasPrefix(#"{"device":"phone","name":"Ride home","endsAt":"2027-01-15T09:30:00"#))
        #expect(body.contains(#""longitude":48.4,"radius":150},"precision":"town","password":"rue de siam""#))
        #expect(
            try await fixture.run("share-link", "list").output == """
                ID  DEVICE  NAME       STATE  END                   PRECISION  VIEWERS
                l1  phone   Ride home  open   2027-01-15T09:30:00Z  town       1

                """)
        let changed = try await fixture.run("share-link", "change", "l1", "--precision", "town").output
        #expect(changed == "Ride home is valid until 2027-01-15T09:30:00Z. Precision: town.\n")
        #expect(fixture.server.lastText == #"{"precision":"town"}"#)
        #expect(try await fixture.run("share-link", "end", "l1").output == "The link has ended.\n")
        fixture.isWatched = true
        #expect(try await fixture.run("share-link", "add").output.contains("▀"))
    }

    @Test("With the key of the device no account is needed")
    func byKey() async throws {
        let fixture = CommandFixture([
            "POST /v1/getDeviceSecurityStatus": [.openDevice],
            "POST /v1/share-links/create": [.json(Self.made)],
            "POST /v1/share-links/list": [.json(#"{"links":[\#(Self.link)],"totalCount":1}"#)],
            "POST /v1/share-links/change": [.json(Self.link)],
            "POST /v1/share-links/end": [.acknowledged],
        ])
        _ = try await fixture.run("key", "adopt", "--device", "phone", input: ["secret"])
        let json = try await fixture.run("share-link", "add", "--device", "phone", "--json").output
        #expect(json.contains(#""url":"https://balise.example/s/t""#))
        let body = try #require(fixture.server.lastText)
        #expect(body.hasPrefix(#"{"Device":"phone","DeviceKey":"secret","ShareLink":{"endsAt":"2027-01-15T09:00:00"#))
        #expect(try await fixture.run("share-link", "list", "--device", "phone").output.contains("l1  phone"))
        for arguments in [["change", "l1", "--name", "Home"], ["end", "l1"]] {
            let terminal = ScriptedTerminal()
            try await fixture.run(["share-link"] + arguments + ["--device", "phone"], terminal)
            #expect(fixture.server.lastText?.contains(#""ID":"l1""#) == true)
        }
    }

    @Test(
        "Options that exclude each other, and a change of nothing, are wrong usage",
        arguments: [
            ["add", "--minutes", "5", "--until", "2027-01-15T09:00:00Z"], ["add", "--minutes", "0"], ["change", "l1"],
        ])
    func usage(_ arguments: [String]) {
        #expect(throws: ValidationError.self) { try CommandFixture.parse(["share-link"] + arguments) }
    }
}
