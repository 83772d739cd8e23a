import ArgumentParser

@testable import balise_cli

@Suite("An account on the command line")
struct AccountTests {
    private static let sessions =
        #"{"sessions":[{"id":"s1","deviceName":null,"deviceModel":"iPhone16,1","osName":"iOS","#
        + #""osVersion":"17.5","isMobile":true,"location":"Brest, France","createdAt":"2027-01-15T07:00:00Z","#
        + #""lastActivityAt":"2027-01-15T07:00:00Z","expiresAt":"2027-02-15T07:00:00Z","isCurrentSession":false,"#
        + #""isTrusted":true}],"totalCount":1}"#

    @Test("A user signs in with a hidden password, and stays signed in until signing out")
    func signIn() async throws {
        let fixture = CommandFixture([
            "POST /api/v1/auth/login": [CommandFixture.signedIn], "GET /api/v1/auth/sessions": [.data(Self.sessions)],
            "POST /api/v1/auth/logout": [.done],
        ])
        let signedIn = try await fixture.run("sign-in", "ada", input: ["secret"])
        #expect(signedIn.output == "You are signed in as ada.\n")
        #expect(fixture.server.calls.first?.text.contains(#""password":"secret""#) == true)

        // Another start of the program.
        let sessions = try await fixture.run("sessions")
        #expect(fixture.server.calls.last?.headers["Authorization"] == "Bearer t1")
        #expect(
            sessions.output == """
                  ID  DEVICE      SYSTEM    PLACE          ACTIVE
                  s1  iPhone16,1  iOS 17.5  Brest, France  1 h ago

                """)
        #expect(try await fixture.run("sign-out").output == "You are signed out.\n")
        await #expect(throws: BaliseError.signedOut) { try await fixture.run("sessions") }
    }

    @Test("Signing out works without network, and says that the server does not know it yet")
    func signOutAlone() async throws {
        let fixture = try await CommandFixture.ofAda(["POST /api/v1/auth/logout": [.lost]])
        let terminal = try await fixture.run("sign-out")
        #expect(terminal.output.isEmpty && terminal.errors.contains("the server does not know it yet"))
        await #expect(throws: BaliseError.signedOut) { try await fixture.run("whoami") }
    }

    @Test("A signed-in user cannot register another account")
    func registerWhileSignedIn() async throws {
        let fixture = try await CommandFixture.ofAda()
        await #expect {
            try await fixture.run("register", "ben", input: ["secret"])
        } throws: {
            isInvalid($0, "balise-cli sign-out")
        }
        #expect(fixture.server.calls.count == 1)
    }

    @Test(
        "`sessions end` takes either ids or --others",
        arguments: [["sessions", "end"], ["sessions", "end", "s1", "--others"]])
    func endWhat(arguments: [String]) { #expect(throws: (any Error).self) { try CommandFixture.parse(arguments) } }

    @Test(
        "A failed command has an exit status for its reason",
        arguments: [
            (BaliseError.refused(.init(status: 404, code: .notFound)), 1 as Int32),
            (.refused(.init(status: 403, code: .forbidden)), 77), (.signedOut, 77), (.unreachable(""), 69),
            (.timedOut, 69), (.invalid(""), 64), (.storage(""), 74), (.unreadable(""), 76), (.cancelled, 130),
        ])
    func exitStatus(error: BaliseError, status: Int32) { #expect(error.exitStatus == status) }

    @Test("An error says what to type")
    func advice() {
        let refusal = BaliseError.Refusal(
            status: 403, code: .deviceKeyUnknown, message: "Enter it (keys.adopt), or reset it (keys.reset).")
        #expect(
            BaliseError.refused(refusal).advice == "The server refused (403 DEVICE_KEY_UNKNOWN): "
                + "Enter it (balise-cli key adopt), or reset it (balise-cli key reset).")
        #expect(BaliseError.signedOut.advice == "You are not signed in. To sign in: balise-cli sign-in.")
        #expect(
            BaliseError.unreachable("gone").advice.hasSuffix(
                "gone. Is it running? To use another server, give --server."))
        let key = BaliseError.refused(.init(status: 401, code: .invalidToken, message: "Invalid token"))
        #expect(
            key.advice.hasSuffix(
                "Invalid token. The key in BALISE_API_KEY is not valid here: ask the server's operator for one."))
        #expect(BaliseError.timedOut.advice == "\(BaliseError.timedOut)")
        let lost = BaliseError.unreachable("gone")
        #expect(
            lost.advice(calling: URL(string: "https://balise.example"))
                == lost.advice + " If it speaks plain HTTP, its address begins with http://.")
        #expect(lost.advice(calling: URL(string: "http://balise.example")) == lost.advice)
        #expect(lost.advice(calling: nil) == lost.advice)
    }
}

@Suite("The server of a command")
struct ServerTests {
    @Test(
        "A server is a whole address without a path of an API, and the error names the fault",
        arguments: [
            ("localhost:18480", "localhost:18480 is without http:// or https:// before it"),
            ("balise.example", "balise.example is without http:// or https:// before it"),
            ("ftp://balise.example", "ftp://balise.example is not like https://balise.example"),
            ("http://", "http:// is "), ("https://balise.example/v1", "is the address of an API: leave out /v1."),
            ("https://balise.example/api/v1/", "is the address of an API: leave out /api/v1."),
            ("https://balise.example/under/api", "is the address of an API: leave out /api."),
            ("https://balise.example?x", "is more than an address"), ("https://balise.example/under", nil),
            ("http://127.0.0.1:8080", nil),
        ] as [(String, String?)])
    func address(_ text: String, _ fault: String?) {
        for arguments in [["server", text], ["whoami", "--server", text]] {
            do {
                _ = try BaliseCommand.parseAsRoot(arguments)
                #expect(fault == nil, "\(arguments)")
            } catch {
                let message = BaliseCommand.message(for: error)
                #expect(fault.map { message.contains($0) } == true, "\(message)")
            }
        }
    }

    @Test("The server is that of the option, the environment, the settings or this machine, in this order")
    func order() throws {
        let option = try ServerAddress("https://option.example")
        let (environment, settings) = (
            ["BALISE_SERVER": "https://env.example"], Settings(server: "https://kept.example")
        )
        func server(_ option: ServerAddress?, _ environment: [String: String], _ settings: Settings) throws -> String {
            try CommandContext.server(option, environment, settings).absoluteString
        }
        #expect(try server(option, environment, settings) == "https://option.example")
        #expect(try ServerAddress("https://option.example//") == option)
        #expect(try server(nil, environment, settings) == "https://env.example")
        #expect(try server(nil, ["BALISE_SERVER": ""], settings) == "https://kept.example")
        #expect(try server(nil, [:], Settings()) == "http://127.0.0.1:8080")
        #expect(throws: BaliseError.self) { try server(nil, ["BALISE_SERVER": "balise.example"], settings) }
    }

    @Test("The server is kept for later calls")
    func kept() async throws {
        let fixture = CommandFixture()
        #expect(try await fixture.run("server", "https://kept.example").output == "https://kept.example\n")
        #expect(try await SettingsStore(secrets: fixture.secrets).load().server == "https://kept.example")
        #expect(try await fixture.run("server", "--json").output == #"{"server":"https://balise.example"}"# + "\n")
    }

    @Test(
        "The client keeps its state in the folder for settings",
        arguments: [
            (["XDG_CONFIG_HOME": "/x", "HOME": "/h"], "/x/balise"),
            (["XDG_CONFIG_HOME": "relative", "HOME": "/h"], "/h/.config/balise"), (["HOME": "/h"], "/h/.config/balise"),
        ])
    func folder(environment: [String: String], path: String) {
        #expect(BaliseConfiguration.privateFolder(environment).path == path)
    }
}
