import OperatorCommands

@testable import ServiceRuntime

@Suite("Commands of operators", .timeLimit(.minutes(10))) struct OperatorCommandTests {
    @Test(
        "The words of a command make a call, with settings among them",
        arguments: [
            ("api-keys create --name shop --scopes publish,operate --expires 90", "POST /api-keys"),
            ("api-keys create --scopes=publish --name=-shop", "POST /api-keys"),
            ("api-keys --scopes publish create --name list", "POST /api-keys"),
            ("api-keys revoke 0a1b", "DELETE /api-keys/0a1b"), ("accounts show ada", "GET /accounts/ada"),
            ("accounts list", "GET /accounts?limit=50"),
            (
                "accounts list --query -a&b --status disabled --limit 500",
                "GET /accounts?query=-a%26b&status=disabled&limit=200"
            ),
            ("accounts show ada --by id", "GET /accounts/ada?by=id"),
            ("accounts disable ada --by name", "GET /accounts/ada?by=name"),
            ("accounts enable --by name ada", "GET /accounts/ada?by=name"),
            ("accounts erase ada --by id --yes", "GET /accounts/ada?by=id"),
            ("accounts erasure 0a1b", "GET /erasures/0a1b"),
            ("accounts invite ada@example.org --first-name Ada", "POST /accounts"),
            ("accounts sessions ada", "GET /accounts/ada"), ("accounts devices ada --by id", "GET /accounts/ada?by=id"),
            ("accounts sign-out ada", "GET /accounts/ada"), ("accounts reset-password ada", "GET /accounts/ada"),
            ("audit list --account 0a1b --limit 7", "GET /audit?account=0a1b&limit=7"),
            (
                "audit list --operator k1 --call EraseAccount --since 2026-01-31 --until 2026-02-01 --changes",
                "GET /audit?operator=k1&call=EraseAccount&since=2026-01-31&until=2026-02-01&changes=true&limit=50"
            ),
            ("audit verify", "GET /audit/verification"),
            ("audit verify --count 7 --head 0a", "GET /audit/verification?limit=7"),
            (
                "security-events list --event token-reused --account 0a1b",
                "GET /security-events?account=0a1b&event=token-reused&limit=50"
            ),
            ("warnings list", "GET /warnings"), ("backups list", "GET /backups"), ("backups make", "POST /backups"),
            ("backups verify 2026-01", "POST /backups/2026-01/verification"),
            ("push list --limit 3", "GET /notifications?limit=3"),
            ("push explain ada --by name n1", "GET /accounts/ada?by=name"),
            ("push test ada --device d1", "GET /accounts/ada"),
            ("devices reset-key my-phone", "POST /devices/reset-key"),
            ("devices remove-key my-phone", "POST /devices/remove-key"),
            ("demo", "GET /accounts?limit=1"), ("demo --people 20 --seed 7 --json", "GET /accounts?limit=1"),
            ("console", "POST /console-links"), ("console open --json", "POST /console-links"),
            ("console --json", "POST /console-links"), ("console list", "GET /console-sessions"),
            ("console end a/b", "DELETE /console-sessions/a%2Fb"), ("console passkeys list", "GET /console-passkeys"),
            ("console passkeys remove a/b", "DELETE /console-passkeys/a%2Fb"),
            ("signing-keys rotate", "POST /signing-keys/rotate"), ("missing-accounts list", "GET /missing-accounts"),
            ("missing-accounts keep", "POST /missing-accounts/keep"),
            ("missing-accounts erase --yes", "POST /missing-accounts/erase"),
        ])
    func commands(_ words: String, _ call: String) async throws {
        let words = words.split(separator: " ").map(String.init)
        let folder = try TemporaryFolder()
        let key = "0123456789abcdef"
        for place in [1, words.count] {
            let file = try folder.write(key, to: "key")
            for option in [["--operations-key-file", file], ["--operations-key-file=\(file)"]] {
                var words = words
                words.insert(contentsOf: option, at: place)
                let (_, _, requests) = try await run(words, ["HTTP/1.1 404 Not Found\r\n\r\n{}"])
                let request = try #require(requests.first)
                #expect(request.hasPrefix(call + " HTTP/1.1\r\n"))
                #expect(request.contains("\r\nAuthorization: Bearer \(key)\r\n"))
            }
        }
    }

    @Test(
        "Wrong words are explained, with status 64",
        arguments: [
            ("api-keys", "expected create, list, revoke or webhook"),
            ("api-keys make", "api-keys does not know \"make\" but create, list, revoke or webhook"),
            ("api-keys create --name shop", "Missing expected argument '--scopes <scope,scope>'"),
            ("api-keys create --scopes publish --name", "Missing value for '--name <name>'"),
            (
                "api-keys create --name x --scopes publish --expires 0",
                "--expires has to be a whole number of at least 1"
            ),
            ("api-keys revoke", "Missing expected argument '<id>'"),
            (
                "accounts",
                "expected list, show, sessions, devices, sign-out, reset-password, remove-second-step, invite, import, disable, "
                    + "enable, export, erase or erasure"
            ),
            ("accounts list --limit 0", "--limit has to be a whole number of at least 1"),
            ("accounts erase", "Missing expected argument '<account>'"),
            (
                "accounts erase ada ben",
                "Unexpected argument 'ben'; an option takes one value, and a list is written with commas"
            ),
            ("accounts disable ada --yes", "Unknown option '--yes'. Did you mean '--by'?"),
            ("demo --people 5", "--people has to be a whole number from 20 to 576"),
            ("devices", "expected reset-key or remove-key"), ("signing-keys", "expected rotate"),
        ])
    func misuse(_ words: String, _ complaint: String) async {
        let test = TestProgram(name: "edge", services: [ToyEdge.self])
        let words = words.split(separator: " ").map(String.init)
        let count = 1 + OperatorCommandLine.verbs(of: words[0], in: words.dropFirst()).count
        #expect(await test.program.run(arguments: words, environment: [:]) == 64)
        #expect(test.complaint == "edge: \(complaint); `help \(words.prefix(count).joined(separator: " "))` says more")
    }

    @Test("Only a program with an edge has these commands")
    func onlyEdges() async {
        let other = TestProgram(name: "location", services: [ToyLocation.self])
        #expect(await other.program.run(arguments: ["api-keys", "list"], environment: [:]) == 64)
        #expect(other.complaint.contains("there is no command \"api-keys\" here: `edge` and `balise` have it"))
        _ = await other.program.run(arguments: ["help"], environment: [:])
        #expect(!other.output.contains("api-keys"))
        let edge = TestProgram(name: "edge", services: [ToyEdge.self])
        _ = await edge.program.run(arguments: ["help"], environment: [:])
        for topic in OperatorCommandLine.topics { #expect(edge.output.contains("  \(topic) ")) }
    }

    static let token = String(repeating: "t", count: 43)

    func run(
        _ words: [String], _ answers: [String], key: String? = nil, confirms: Bool? = nil, proves: Bool = true
    ) async throws -> (status: Int32, test: TestProgram, requests: [String]) {
        let listener = try PortListener()
        let requests = Mutex<[String]>([])
        let server = Thread {
            for answer in answers {
                let request = listener.answer(answer, proving: proves ? Self.token : nil)
                requests.withLock { $0.append(request) }
            }
        }
        server.start()
        let test = TestProgram(name: "edge", services: [ToyEdge.self], confirms: confirms)
        let folder = try TemporaryFolder()
        _ = try folder.write(Self.token + "\n", to: "operator.token")
        #expect(chmod(folder.url.path + "/operator.token", 0o600) == 0)
        var environment = ["BALISE_OPERATIONS_PORT": "\(listener.port)", "BALISE_DATA_DIR": folder.url.path]
        environment["BALISE_OPERATIONS_KEY"] = key
        let status = await test.program.run(arguments: words, environment: environment)
        // The command may have its answer before the port has noted what it was asked.
        _ = await eventually { requests.withLock { $0.count } == answers.count }
        return (status, test, requests.withLock { $0 })
    }

    func ok(_ body: String) -> String { "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n\(body)" }

    @Test("A new API key's secret is printed")
    func createKey() async throws {
        let reply =
            #"{"id":"k1","name":"the shop","scopes":["publish"],"createdAt":"2026-01-31T12:00:00Z","publisher":"k1","secret":"bk_x"}"#
        let words = ["api-keys", "create", "--name", "the shop", "--scopes", "publish", "--expires", "9"]
        let (status, test, requests) = try await run(words, [ok(reply)], key: "0123456789abcdef")
        #expect(status == 0)
        let request = try #require(requests.first)
        #expect(request.hasPrefix("POST /api-keys HTTP/1.1\r\nHost: 127.0.0.1\r\n"))
        #expect(request.contains("\r\nContent-Type: application/json\r\n"))
        #expect(request.contains("\r\nAuthorization: Bearer 0123456789abcdef\r\n"))
        let body = try #require(request.range(of: "\r\n\r\n").map { request[$0.upperBound...] })
        let sent = try #require(try JSONSerialization.jsonObject(with: Data(body.utf8)) as? [String: Any])
        #expect(sent["name"] as? String == "the shop")
        #expect(sent["scopes"] as? [String] == ["publish"])
        #expect(sent["expiresInDays"] as? Int == 9)
        #expect(
            test.output == """
                id          k1
                name        the shop
                scopes      publish
                publisher   k1
                created     2026-01-31T12:00:00Z
                expires     never
                secret      bk_x

                The secret is stored nowhere and not shown again. Clients send it in X-API-Key.
                """)
    }

    @Test("An account is found by any of its names before a command changes it")
    func disable() async throws {
        let (status, test, requests) = try await run(
            ["accounts", "disable", "ada@example.org"], [ok(Self.ada), "HTTP/1.1 204 No Content\r\n\r\n"])
        #expect(status == 0)
        #expect(
            requests.map { $0.prefix { $0 != "\r\n" } } == [
                "GET /accounts/ada%40example.org HTTP/1.1", "POST /accounts/0a1b/disable HTTP/1.1",
            ])
        #expect(test.output == "disabled account 0a1b; its sessions have ended")
    }

    static let ada =
        #"{"id":"0a1b","number":1,"status":"active","createdAt":"2026-01-31T12:00:00Z","#
        + #""updatedAt":"2026-01-31T12:00:00Z","email":"ada@example.org"}"#

    @Test(
        "The commands for invitations and links say whether the message is sent, or which file has it",
        arguments: [
            (["invite", "ada@example.org"], nil, "made account 0a1b; its invitation is on its way and is valid until"),
            (["reset-password", "ada"], nil, "sent the user of account 0a1b a link that is valid until"),
            (
                ["invite", "ada@example.org"], "/data/messages.log",
                "made account 0a1b; its invitation was not sent, because mail is not set up (messages.sender). Pass it on: "
            ),
            (
                ["reset-password", "ada"], "/data/messages.log",
                "a link for account 0a1b was not sent, because mail is not set up (messages.sender). Pass it on: "
            ),
        ] as [([String], String?, String)])
    func links(_ words: [String], _ file: String?, _ text: String) async throws {
        let end = "2026-02-07T12:00:00Z"
        let rest = file.map { #","messageFile":"\#($0)"}"# } ?? "}"
        let invited = String(Self.ada.dropLast()) + #","invitationExpiresAt":"\#(end)""# + rest
        let answers = words[0] == "invite" ? [ok(invited)] : [ok(Self.ada), ok(#"{"expiresAt":"\#(end)""# + rest)]
        let (status, test, _) = try await run(["accounts"] + words, answers)
        #expect(status == 0 && test.output.hasPrefix(text) && test.output.hasSuffix("until \(end)"))
    }

    private static func erasure(_ rest: String) -> String { #"{"id":"e1","askedAt":"2026-01-31T12:00:00Z",\#(rest)}"# }

    @Test("An erasure is followed until its receipt exists, or for the given time")
    func followErasure() async throws {
        let pending = Self.erasure(#""state":"pending","confirmed":["identity"],"pending":["push"]"#)
        let done = Self.erasure(
            #""state":"done","completedAt":"2026-01-31T12:00:09Z","confirmed":["identity","push"],"pending":[],"#
                + #""receipt":"a.b.c""#)
        let begun = [ok(Self.ada), ok(#"{"erasure":"e1"}"#)]
        let (status, test, requests) = try await run(
            ["accounts", "erase", "ada", "--yes"], begun + [ok(pending), ok(done)])
        #expect(status == 0)
        #expect(requests.last?.hasPrefix("GET /erasures/e1 HTTP/1.1\r\n") == true)
        #expect(
            test.output == """
                erased account 0a1b; its sessions have ended
                erasure     e1
                state       done
                asked       2026-01-31T12:00:00Z
                completed   2026-01-31T12:00:09Z
                confirmed   identity, push
                receipt     a.b.c
                """)
        let (_, short, asked) = try await run(
            ["accounts", "erase", "ada", "--yes", "--wait", "0"], begun + [ok(pending)])
        #expect(asked.count == 3)
        #expect(short.output.hasSuffix("The receipt is made when all services have confirmed: accounts erasure e1"))
        let (misuse, complaint, _) = try await run(["accounts", "erase", "ada", "--wait", "601"], [])
        #expect(misuse == 64 && complaint.complaint.contains("--wait has to be a whole number from 0 to 600"))
    }

    @Test(
        "An account is erased after the operator's confirmation, or with --yes",
        arguments: [
            (nil, "--yes", 0, "erased account 0a1b; its sessions have ended"), (true, "--json", 0, "{}"),
            (true, nil, 0, "erased account 0a1b; its sessions have ended"), (false, nil, 1, "edge: nothing was erased"),
            (nil, nil, 1, "edge: erasing cannot be undone, and there is no terminal to confirm it: add --yes"),
        ] as [(Bool?, String?, Int32, String)])
    func erase(_ confirms: Bool?, _ flag: String?, _ expected: Int32, _ said: String) async throws {
        // There was no account any more, so there is nothing to follow.
        let answers = [ok(Self.ada)] + (expected == 0 ? [ok("{}")] : [])
        let (status, test, requests) = try await run(
            ["accounts", "erase", "ada"] + (flag.map { [$0] } ?? []), answers, confirms: confirms)
        #expect(status == expected)
        #expect(test.output + test.complaint == said)
        #expect(requests.count == answers.count)
        let asked = flag == "--yes" || confirms == nil ? [] : ["Erase account 0a1b (ada@example.org) and all its data?"]
        #expect(test.questions == asked)
    }

    @Test("A list of backups without a folder fails and names the setting", arguments: [[], ["--json"]])
    func backupsWithoutFolder(_ flags: [String]) async throws {
        let body = #"{"backups":[],"obstacle":"set backups.to (BALISE_BACKUPS_TO) to the folder for backups"}"#
        let (status, test, _) = try await run(["backups", "list"] + flags, [ok(body)])
        #expect(status == 1 && test.complaint.contains("BALISE_BACKUPS_TO"), "\(test.complaint)")
        #expect(test.output == (flags.isEmpty ? "" : body))
        let (empty, none, _) = try await run(["backups", "list"], [ok(#"{"backups":[]}"#)])
        #expect(empty == 0 && none.output == "there are no backups")
    }

    @Test("A backup is followed also while the service that makes it does not answer")
    func followBackup() async throws {
        let job = #""action":"make","backup":"b","beganAt":"2026-01-31T12:00:00Z","done":[]"#
        let ended = #"{"backups":[],"health":{},"job":{\#(job),"endedAt":"2026-01-31T12:00:09Z"}}"#
        let (status, test, requests) = try await run(
            ["backups", "make"], [ok("{\(job)}"), ok(#"{"backups":[],"obstacle":"it is away"}"#), ok(ended)])
        #expect(status == 0 && requests.count == 3, "\(test.complaint)")
        #expect(test.output.hasSuffix("the backup b is complete"))
    }

    @Test("A list has the names of its columns above")
    func columns() async throws {
        let warnings =
            #"{"warnings":[{"service":"push","at":"2026-01-31T12:00:00Z","level":"error","text":"no credential"}]}"#
        let (status, test, _) = try await run(["warnings", "list"], [ok(warnings)])
        #expect(status == 0)
        #expect(
            test.output == """
                TIME                  LEVEL     SERVICE       TEXT
                2026-01-31T12:00:00Z  error     push          no credential
                """)
        let (_, none, _) = try await run(["warnings", "list"], [ok(#"{"warnings":[]}"#)])
        #expect(none.output == "there are no warnings")
    }

    @Test("The demo refuses a server that has accounts")
    func demoOfUsedServer() async throws {
        let one =
            #"{"accounts":[{"id":"b8b035f6014ddb1ecf66e39e","number":1,"status":"active","username":"ada","#
            + #""methods":["password"],"createdAt":"2026-01-31T12:00:00Z"}]}"#
        let (status, test, requests) = try await run(["demo"], [ok(one)])
        #expect(status == 1 && requests.count == 1)
        #expect(test.complaint.hasPrefix("edge: this server has accounts, and `demo` only fills an empty one"))
    }

    @Test("The secret of a webhook comes from a file")
    func webhookSecret() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw\n", to: "secret")
        let words = ["api-keys", "webhook", "set", "k1", "--url", "https://shop.example/"]
        let (_, _, requests) = try await run(words + ["--secret-file", file], ["HTTP/1.1 404 Not Found\r\n\r\n{}"])
        #expect(requests.first?.contains(#""secret":"whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw""#) == true)
        let (status, missing, none) = try await run(words + ["--secret-file", file + "s"], [])
        #expect(status == 1 && none.isEmpty && missing.complaint.contains("\(file)s cannot be read"))
        let (misuse, option, _) = try await run(words + ["--secret", "whsec_x"], [])
        #expect(misuse == 64 && option.complaint.contains("--secret-file") && !option.complaint.contains("whsec_x"))
    }

    @Test(
        "With --json the answer itself is printed",
        arguments: [
            (["api-keys", "list", "--json"], #"{"keys":[]}"#), (["accounts", "show", "ada", "--json"], ada),
            (["accounts", "--json", "show", "ada"], ada),
        ])
    func json(_ words: [String], _ body: String) async throws {
        let (status, test, _) = try await run(words, [ok(body)])
        #expect(status == 0)
        #expect(test.output == body)
    }

    @Test("The values of an account are aligned behind their whole names")
    func values() async throws {
        let account = String(Self.ada.dropLast()) + #","firstName":"Ada","displayName":"Countess"}"#
        let (_, test, _) = try await run(["accounts", "show", "0a1b"], [ok(account)])
        #expect(test.output.contains("first name    Ada\ndisplay name  Countess"))
    }

    @Test("A list without a match says so")
    func noMatch() async throws {
        let (status, test, _) = try await run(["accounts", "list", "--method", "apple"], [ok(#"{"accounts":[]}"#)])
        #expect(status == 0 && test.output == "no accounts found")
    }

    @Test("Texts of users cannot control the operator's terminal")
    func terminal() async throws {
        let account = String(Self.ada.dropLast()) + #","firstName":"A\u001b[31m\nda"}"#
        let (_, test, _) = try await run(["accounts", "show", "0a1b"], [ok(account)])
        #expect(test.output.contains("first name  A?[31m?da"))
    }

    @Test(
        "An error is one line, with status 1",
        arguments: [
            (
                "HTTP/1.1 404 Not Found\r\n\r\n{\"title\":\"Not Found\",\"status\":404,\"detail\":\"no such account\"}",
                "edge: no such account"
            ),
            (
                "HTTP/1.1 503 Service Unavailable\r\n\r\n{\"title\":\"Service Unavailable\"}",
                "edge: Service Unavailable"
            ),
            ("HTTP/1.1 500 No\r\n\r\n", "edge: the answer was status 500"),
            (
                "HTTP/1.1 200 OK\r\n\r\n{}",
                "edge: the answer of the operations port is not understood; is it of another version?"
            ),
        ])
    func failures(_ answer: String, _ complaint: String) async throws {
        let (status, test, _) = try await run(["accounts", "show", "ada"], [answer])
        #expect(status == 1)
        #expect(test.complaint == complaint)
    }

    @Test("Without a running edge the command says so")
    func nobody() async throws {
        let port = try freePort()
        let test = TestProgram(name: "edge", services: [ToyEdge.self])
        let status = await test.program.run(
            arguments: ["api-keys", "list", "--operations-port", "\(port)"],
            environment: ["BALISE_OPERATIONS_KEY": "0123456789abcdef"])
        #expect(status == 1)
        #expect(test.complaint.hasPrefix("edge: nothing answers on the operations port, http://127.0.0.1:\(port); if"))
    }
}
