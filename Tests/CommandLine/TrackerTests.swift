import QRCodes

@testable import balise_cli

@Suite("A tracker on the command line")
struct TrackerOnCommandLineTests {
    private static let path = "/api/v1/users/me/trackers"
    private static let tracker =
        #"{"id":"t1","device":"phone","name":"OwnTracks","speedUnit":"m/s","friends":true,"history":false,"#
        + #""retentionMinutes":1440,"createdAt":"2027-01-15T07:00:00Z","lastUsedAt":"2027-01-15T07:00:00Z"}"#
    private static let links =
        #"{"ownTracks":"owntracks:///x","overland":"overland://x","traccar":"http://x","osmAnd":"http://x?","#
        + #""gpsLogger":"http://x?y"}"#

    private static let added = ScriptedServer.Answer.data(
        #"{"tracker":\#(tracker),"token":"t","links":\#(links)}"#)

    @Test("`tracker add` shows the links, `tracker list` the trackers, and `tracker revoke` ends one")
    func trackers() async throws {
        let fixture = try await CommandFixture.ofAda([
            "POST \(Self.path)": [Self.added],
            "GET \(Self.path)": [.data(#"{"trackers":[\#(Self.tracker)],"totalCount":1}"#)],
            "DELETE \(Self.path)/t1": [.done],
        ])
        let added = try await fixture.run("tracker", "add", "--device", "phone", "--friends", "--speed-unit", "m/s")
        #expect(added.output.contains("Tracker t1 reports for phone.") && added.output.contains("owntracks:///x"))
        #expect(
            fixture.server.lastText
                == #"{"device":"phone","speedUnit":"m/s","friends":true,"history":false}"#)
        #expect(
            try await fixture.run("tracker", "list").output == """
                ID  DEVICE  NAME       LAST USED
                t1  phone   OwnTracks  1 h ago

                """)
        let revoked = try await fixture.run("tracker", "revoke", "t1").output
        #expect(revoked == "The tracker can no longer report places.\n")
    }

    @Test("`tracker add --app` shows the link of that app, in a terminal also as a QR code that fits")
    func app() async throws {
        var fixture = try await CommandFixture.ofAda(["POST \(Self.path)": [Self.added]])
        let piped = try await fixture.run("tracker", "add", "--device", "phone", "--app", "osmand")
        #expect(piped.output.hasSuffix("shown only once:\n\nhttp://x?\n") && !piped.output.contains("overland"))
        #expect(
            fixture.server.lastText
                == #"{"device":"phone","name":"OsmAnd","speedUnit":"m/s","friends":false,"history":false}"#)

        (fixture.isWatched, fixture.columns) = (true, 25)
        let drawn = try await fixture.run("tracker", "add", "--device", "phone", "--app", "owntracks").output
        let code = try #require(QRCode("owntracks:///x")).halfBlocks
        let lines = code.map { "\u{1B}[38;5;231;48;5;16m\($0)\u{1B}[0m\n" }
        #expect(drawn.hasSuffix("\n\n" + lines.joined() + "\nowntracks:///x\n"))
        fixture.columns = 24
        let narrow = try await fixture.run("tracker", "add", "--device", "phone", "--app", "owntracks")
        #expect(narrow.output.hasSuffix("\n\nowntracks:///x\n") && narrow.errors.contains("25 columns"))
    }
}
