import ArgumentParser
import BaliseJSON

@testable import balise_cli

@Suite("Places on the command line")
struct PlacesTests {
    private static let update = "POST /v1/UpdateLocation"
    private static let read = "POST /v1/GetLocation"

    private static func found(_ latitude: Double, at seconds: Int = 1_799_999_820) -> ScriptedServer.Answer {
        .json(
            #"{"MiataruLocation":[{"Device":"phone","Timestamp":"\#(seconds)","Longitude":-4.4861,"#
                + #""Latitude":\#(latitude),"HorizontalAccuracy":12}]}"#)
    }

    @Test("This computer shares and reads places under an id that it keeps")
    func shareAndLocate() async throws {
        let fixture = CommandFixture([Self.update: [.acknowledged], Self.read: [Self.found(48.3904)]])
        let shared = try await fixture.run("share", "--at", "-48.3904,-4.4861", "--json")
        let device = try #require(try shared.json.member("device")?.string)
        #expect(UUID(uuidString: device) != nil)
        let sent = try #require(fixture.server.lastText)
        #expect(sent.contains(#""Device":"\#(device)""#) && sent.contains(#""Latitude":-48.3904"#))
        #expect(sent.contains(#""EnableLocationHistory":"False","LocationDataRetentionTime":"60""#))

        let located = try await fixture.run("locate")
        #expect(
            located.output == """
                DEVICE  PLACE               ACCURACY  SEEN       SLOGAN
                phone   48.39040, -4.48610  ±12 m     3 min ago

                """)
        let asked = try #require(fixture.server.lastText)
        #expect(
            asked.contains(#""RequestMiataruDeviceID":"\#(device)""#) && asked.contains(#"[{"Device":"\#(device)"}]"#))
    }

    @Test("`delete` erases places only after a confirmation")
    func delete() async throws {
        let call = "POST /v1/DeleteLocation"
        var fixture = CommandFixture([call: [.acknowledged, .acknowledged]])
        await #expect(throws: BaliseError.self) { _ = try await fixture.run("delete") }
        fixture.isTypedOn = true
        let kept = try await fixture.run("delete", input: ["n"])
        #expect(kept.output == "Nothing was erased.\n" && kept.errors.contains("Erase all places of"))
        #expect(fixture.server.calls.isEmpty)
        #expect(try await fixture.run("delete", input: ["y"]).output.contains("are erased"))
        fixture.isTypedOn = false
        #expect(try await fixture.run("delete", "--yes").output.contains("are erased"))
        #expect(fixture.server.calls.count == 2)
    }

    @Test(
        "`locate` shows any numbers that others have reported", arguments: ["1e300", "-1e300", "9223372036854775807"])
    func anyNumber(number: String) async throws {
        let answer = ScriptedServer.Answer.json(
            #"{"MiataruLocation":[{"Device":"phone","Timestamp":"1799999820","Longitude":\#(number),"#
                + #""Latitude":\#(number),"HorizontalAccuracy":\#(number)}]}"#)
        let fixture = CommandFixture([Self.read: [answer]])
        #expect(try await fixture.run("locate", "phone").output.contains("000000 m"))
        var pace = FollowPace(interval: .infinity)
        pace.fail(.timedOut)
        #expect(pace.seconds == 86_400)
    }

    @Test("Places wait on disk while the server is away, and go with the next call")
    func withoutNetwork() async throws {
        let fixture = CommandFixture([Self.update: [.lost, .acknowledged]])
        let terminal = ScriptedTerminal()
        await #expect(throws: BaliseError.unreachable("no network")) {
            try await fixture.run(["share", "--at", "1,1", "--history"], terminal)
        }
        #expect(terminal.errors.contains("1 place waits on this computer"))
        let line = #"{"latitude":2,"longitude":2,"at":"2027-01-15T08:00:01Z"}"#
        _ = try await fixture.runNext("share", "--lines", "--history", input: [line])
        let sent = try #require(fixture.server.lastText)
        #expect(sent.contains(#""Latitude":1,"#) && sent.contains(#""Latitude":2,"#))
    }

    @Test("Each server has its own file of waiting places")
    func ownServer() throws {
        let fixture = CommandFixture()
        let names = ["https://a.example", "https://a-example", "https://a.example:1", "https://a.example/1"]
        let files = try names.map { name in
            let server = try #require(URL(string: name))
            return CommandContext(
                client: BaliseClient(BaliseConfiguration(server: server, secrets: fixture.secrets)),
                terminal: ScriptedTerminal(), settings: SettingsStore(secrets: fixture.secrets), folder: fixture.folder,
                json: false
            ).outboxFile
        }
        #expect(Set(files.map(\.path)).count == names.count)
        #expect(Set(files.map { $0.deletingLastPathComponent().path }) == [fixture.folder.path])
    }

    @Test("Simultaneous first commands use one id of this computer")
    func oneDevice() async throws {
        let fixture = CommandFixture()
        let server = try #require(URL(string: "https://balise.example"))
        let context = CommandContext(
            client: BaliseClient(BaliseConfiguration(server: server, secrets: fixture.secrets)),
            terminal: ScriptedTerminal(), settings: SettingsStore(secrets: SlowSecrets(fixture.secrets)),
            folder: fixture.folder, json: false)
        let devices = try await withThrowingTaskGroup(of: LocationDeviceID.self) { group in
            for _ in 0..<5 { group.addTask { try await context.device(nil) } }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(devices.count == 1)
        #expect(try await SettingsStore(secrets: fixture.secrets).load().ownDevice == devices.first)
    }

    @Test("A place that is older than the last one is refused")
    func clockSetBack() async throws {
        let fixture = CommandFixture([Self.update: [.acknowledged]])
        _ = try await fixture.run("share", "--at", "1,1")
        await #expect(
            throws: BaliseError.invalid("a newer place of this device was shared before: is the clock right?")
        ) { try await fixture.runNext("share", "--at", "2,2") }
        #expect(fixture.server.calls.count == 1)
    }

    @Test(
        "Lines that are older than the last place are reported, and are an error if all are older",
        arguments: [true, false])
    func onlyOldLines(isOneNewer: Bool) async throws {
        let fixture = CommandFixture([Self.update: [.acknowledged, .acknowledged]])
        _ = try await fixture.run("share", "--at", "1,1")
        let old = #"{"latitude":2,"longitude":2,"at":"2027-01-15T07:59:59Z"}"#
        let new = #"{"latitude":2,"longitude":2,"at":"2027-01-15T08:00:01Z"}"#
        if isOneNewer {
            let terminal = try await fixture.runNext("share", "--lines", input: [old, new])
            #expect(terminal.errors.contains("line 1 is no newer"))
        } else {
            let reason = "no line was newer than what this device shared before, so nothing was shared"
            await #expect(throws: BaliseError.invalid(reason)) {
                try await fixture.runNext("share", "--lines", input: [old, old])
            }
        }
        #expect(fixture.server.calls.count == (isOneNewer ? 2 : 1))
    }

    @Test("`share --lines` reads numbers or JSON, and names a line that is neither")
    func lines() async throws {
        let fixture = CommandFixture([Self.update: [.acknowledged]])
        let terminal = ScriptedTerminal(["48.1,-4.1", "", #"{"latitude":48.2}"#])
        await #expect { try await fixture.run(["share", "--lines"], terminal) } throws: {
            isInvalid($0, "line 3 is no place", "longitude is missing")
        }
        #expect(fixture.server.calls.count == 1)
    }

    @Test("`follow` shows each new place once, and asks an absent server less often")
    func follow() async throws {
        let fixture = CommandFixture([
            Self.read: [
                Self.found(48.1), Self.found(48.1), .lost, .lost, Self.found(48.2),
                .json(#"{"MiataruLocation":[null]}"#), Self.found(48.3),
            ]
        ])
        let terminal = try await fixture.run("follow", "phone", "--every", "5", "--count", "3")
        #expect(
            terminal.output.split(separator: "\n").map { String($0.prefix(8)) } == ["48.10000", "48.20000", "48.30000"])
        #expect(fixture.pause.pauses == [5, 5, 10, 20, 5, 5])
        #expect(terminal.errors.contains("balise-cli: next look in 10 s: The server cannot be reached: no network\n"))
        #expect(terminal.errors.contains("no place can be seen"))
    }

    @Test("`follow` resumes a stream after broken connections")
    func followByStream() async throws {
        func place(_ latitude: Double, _ id: String) -> String {
            "event: place\nid: \(id)\ndata: {\"Device\":\"phone\",\"Timestamp\":\"1800000000\",\"Longitude\":\"-4.5\","
                + "\"Latitude\":\"\(latitude)\",\"HorizontalAccuracy\":\"12\"}\n\n"
        }
        let gone = "event: gone\nid: 1.\ndata: {\"Device\":\"phone\"}\n\n"
        let fixture = CommandFixture([
            "GET /v1/stream?device=phone&RequestMiataruDeviceID=me": [
                .lost, .stream(gone + place(48.1, "1.a")), .lost, .stream(place(48.1, "1.a") + place(48.2, "1.b")),
            ]
        ])
        let store = SettingsStore(secrets: fixture.secrets)
        var settings = try await store.load()
        settings.device = "me"
        try await store.save(settings)
        let terminal = try await fixture.run("follow", "phone", "--count", "2")
        #expect(terminal.output.split(separator: "\n").map { String($0.prefix(8)) } == ["48.10000", "48.20000"])
        #expect(terminal.errors.contains("no place can be seen") && terminal.errors.contains("next look in"))
        #expect(fixture.server.calls.last?.headers["Last-Event-ID"] == "1.a")
    }

    @Test("`locate` says that no place is visible, or prints an empty list for scripts")
    func nothing() async throws {
        let fixture = CommandFixture([Self.read: [.json(#"{"MiataruLocation":[null,null]}"#)]])
        #expect(try await fixture.run("locate", "a", "b").output.hasPrefix("No place is visible"))
        #expect(try await fixture.run("locate", "a", "b", "--json").output == "[]\n")
    }

    @Test("This computer keeps and shows the key of a device")
    func key() async throws {
        let fixture = CommandFixture([
            "POST /v1/setDeviceKey": [.acknowledged],
            "POST /v1/getDeviceSecurityStatus": [.openDevice],
        ])
        #expect(try await fixture.run("key", "status", "--device", "phone").output.hasPrefix("No key of phone is kept"))
        #expect(fixture.server.calls.isEmpty)
        let set = try await fixture.run("key", "set", "--device", "phone")
        let key = try await fixture.run("key", "show", "--device", "phone").output.dropLast()
        #expect(key.count == 256 && !set.output.contains(key))
        let shown = try await fixture.run("key", "show", "--device", "phone", "--json").json
        #expect(shown.member("key")?.string == String(key))
        #expect(try await fixture.run("key", "status", "--device", "phone").output.contains("Anyone who knows its id"))
        let forgotten = try await fixture.run("key", "forget", "--device", "phone").output
        #expect(forgotten.hasPrefix("This computer no longer keeps a key of phone"))
        await #expect(throws: BaliseError.invalid("no key of phone is kept here")) {
            try await fixture.run("key", "show", "--device", "phone")
        }
    }
}

@Suite("The key of a claimed device on the command line")
struct KeyOfAccountTests {
    private static let devices = "/api/v1/users/me/location-devices"
    private static let claimed =
        #"{"device":"phone","claimedAt":"2027-01-15T07:00:00Z","hasKey":true,"canResetKey":true}"#

    @Test("`key claim` shows the key, and `key claimed` lists the device")
    func claim() async throws {
        let fixture = try await CommandFixture.ofAda([
            "POST /v1/setDeviceKey": [.acknowledged],
            "POST \(Self.devices)": [.data(Self.claimed)],
            "GET \(Self.devices)": [.data(#"{"devices":[\#(Self.claimed)],"totalCount":1}"#)],
        ])
        _ = try await fixture.run("key", "set", "--device", "phone")
        #expect(try await fixture.run("key", "claim", "--device", "phone").output == "phone is yours.\n")
        #expect(
            try await fixture.run("key", "claimed").output == """
                DEVICE  CLAIMED  KEY
                phone   1 h ago  yes

                """)
        let document = try await fixture.run("key", "claimed", "--json").json
        #expect(document.elements?.map { $0.member("device")?.string } == ["phone"])
    }

    @Test("`key reset` replaces a lost key, and keeps and shows the new one")
    func reset() async throws {
        let fixture = try await CommandFixture.ofAda(["PUT \(Self.devices)/phone/key": [.done]])
        let reset = try await fixture.run("key", "reset", "--device", "phone")
        let key = try await fixture.run("key", "show", "--device", "phone").output.dropLast()
        #expect(key.count == 256 && !reset.output.contains(key))
        #expect(reset.output.contains("has a new key") && reset.output.contains("Keep a copy"))
        #expect(fixture.server.lastText == #"{"newKey":"\#(key)"}"#)
        #expect(fixture.server.calls.last?.headers["Authorization"] == "Bearer t1")
    }

    @Test("`key remove` removes the key here and on the server, and `key release` gives up the claim")
    func removeAndRelease() async throws {
        let fixture = try await CommandFixture.ofAda([
            "PUT \(Self.devices)/phone/key": [.done], "DELETE \(Self.devices)/phone/key": [.done],
            "DELETE \(Self.devices)/phone": [.done],
        ])
        _ = try await fixture.run("key", "reset", "--device", "phone")
        let released = try await fixture.run("key", "release", "--device", "phone")
        #expect(released.output.contains("no longer bound to your account"))
        #expect(try await fixture.run("key", "show", "--device", "phone").output.count == 257)
        let removed = try await fixture.run("key", "remove", "--device", "phone")
        #expect(removed.output.contains("no longer has a key"))
        await #expect(throws: BaliseError.invalid("no key of phone is kept here")) {
            try await fixture.run("key", "show", "--device", "phone")
        }
        #expect(
            fixture.server.lines.suffix(3) == [
                "PUT \(Self.devices)/phone/key", "DELETE \(Self.devices)/phone", "DELETE \(Self.devices)/phone/key",
            ])
    }

    @Test(
        "An account cannot change the key of a device that it has not claimed",
        arguments: ["reset", "remove", "release"])
    func unclaimed(command: String) async throws {
        let fixture = try await CommandFixture.ofAda()
        await #expect { try await fixture.run("key", command, "--device", "phone") } throws: { error in
            guard case .refused(let refusal) = error as? BaliseError else { return false }
            return refusal.status == 404 && refusal.message.hasPrefix("phone is not a device")
        }
    }

    @Test("The key of a claimed device needs a signed-in user", arguments: ["claimed", "reset", "remove", "release"])
    func signedOut(command: String) async throws {
        let fixture = CommandFixture()
        let device = command == "claimed" ? [] : ["--device", "phone"]
        await #expect(throws: BaliseError.signedOut) {
            try await fixture.run(["key", command] + device, ScriptedTerminal())
        }
        #expect(fixture.server.calls.isEmpty)
    }
}

@Suite("Typed places")
struct PlaceArgumentsTests {
    @Test(
        "A place is two numbers on the map",
        arguments: [
            ("48.3904,-4.4861", 48.3904, -4.4861), ("-90,180", -90, 180), ("1.5, 2.5", 1.5, 2.5), ("0,0", 0, 0),
        ])
    func coordinate(text: String, latitude: Double, longitude: Double) {
        let coordinate = Coordinate(argument: text)
        #expect(coordinate?.latitude == latitude && coordinate?.longitude == longitude)
    }

    @Test("A place beyond the map is refused with its bounds", arguments: [["share"], ["announce", "offer", "1"]])
    func bounds(words: [String]) {
        let error = #expect(throws: (any Error).self) { try BaliseCommand.parseAsRoot(words + ["--at", "95,0"]) }
        let text = error.map { BaliseCommand.message(for: $0) } ?? ""
        #expect(text.contains("from -90 to 90") && text.contains("from -180 to 180"), "\(text)")
    }

    @Test(
        "The error names a misspelt option, not the missing one",
        arguments: [["share", "--att", "1,2"], ["sessions", "end", "--other"], ["inbox", "read", "--al"]])
    func misspelt(words: [String]) {
        let error = #expect(throws: (any Error).self) { try CommandFixture.parse(words) }
        let text = error.map { BaliseCommand.message(for: $0) } ?? ""
        #expect(text.contains("Unknown option"), "\(text)")
    }

    @Test(
        "Other texts are no place",
        arguments: ["", "48.39", "91,0", "0,181", "a,b", "1,2,3", "1,", ",", "nan,0", "inf,0"])
    func noCoordinate(text: String) { #expect(Coordinate(argument: text) == nil) }

    @Test(
        "A place has five digits of a degree",
        arguments: [
            (-4.4861, "-4.48610"), (0, "0.00000"), (-0.000001, "0.00000"), (179.999999, "180.00000"),
            (-0.5, "-0.50000"),
        ])
    func degrees(value: Double, text: String) {
        let place = DeviceLocation(recordedAt: Date(), latitude: value / 2, longitude: value, horizontalAccuracy: 0)
        #expect(place.coordinates.hasSuffix(", " + text))
    }

    @Test("`follow` doubles its pause after each failure, and obeys Retry-After")
    func pace() {
        var pace = FollowPace(interval: 5)
        for wait in [10.0, 20, 40, 80, 120, 120] {
            pace.fail(.timedOut)
            #expect(pace.wait == wait)
        }
        pace.succeed()
        #expect(pace.wait == 5)
        pace.fail(.refused(.init(status: 429, code: .rateLimited, retryAfter: 600)))
        #expect(pace.wait == 600)
    }
}

/// Secrets whose reader waits until others have read, too.
private struct SlowSecrets: BaliseSecretStore {
    let kept: MemorySecretStore

    init(_ kept: MemorySecretStore) { self.kept = kept }

    func read(_ name: String) async throws(BaliseError) -> Data? {
        let data = await kept.read(name)
        for _ in 0..<100 { await Task.yield() }
        return data
    }

    func write(_ data: Data, _ name: String) async throws(BaliseError) { await kept.write(data, name) }
    func remove(_ name: String) async throws(BaliseError) { await kept.remove(name) }
}
