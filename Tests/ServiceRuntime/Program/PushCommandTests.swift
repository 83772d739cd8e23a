import OperatorCommands

@testable import ServiceRuntime

extension OperatorCommandTests {
    private static func device(_ rest: String) -> String {
        #"{"pushDevices":[{"id":"d1","channel":"apns","purpose":"alert","environment":"production","platform":"ios","#
            + #""muted":false,"createdAt":"2026-01-31T12:00:00Z","updatedAt":"2026-01-31T12:00:00Z"\#(rest)}],"#
            + #""locationDevices":[]}"#
    }

    @Test("`push explain` asks about the latest notification if none is named")
    func explain() async throws {
        let latest =
            #"{"notifications":[{"id":"n1","kind":"EVENT","createdAt":"2026-01-31T12:00:00Z","state":"done"}],"hasMore":false}"#
        let reason =
            #"{"account":"0a1b","told":true,"reason":"told","text":"the user was notified","deliveries":[{"token":"d1","#
            + #""type":"apns","state":"failed","reason":"BadDeviceToken","attempts":1,"at":"2026-01-31T12:00:00Z"}]}"#
        let (status, test, requests) = try await run(
            ["push", "explain", "ada"], [ok(Self.ada), ok(latest), ok(reason)])
        #expect(status == 0, "\(test.complaint)")
        #expect(requests.last?.hasPrefix("GET /notifications/n1/recipients/0a1b HTTP/1.1\r\n") == true)
        #expect(test.output.hasPrefix("about       n1\nreason      told\n"))
        #expect(test.output.contains("PUSH DEVICE") && test.output.hasSuffix("BadDeviceToken"))
    }

    @Test("`push list` shows titles in English, in the fallback language, or of the subject")
    func titles() async throws {
        let english =
            #""content":{"texts":[{"language":"fr","title":"Pain"},{"language":"en","title":"Bread for {name}"}],"#
            + #""arguments":{"name":"Ada"}}"#
        let french =
            #""content":{"texts":[{"language":"de","title":"Brot"},{"language":"fr","body":"Du pain"}],"#
            + #""fallbackLanguage":"fr"}"#
        let subject = #""announcement":{"type":"EVENT","subject":"7"}"#
        let entries = [english, french, subject, #""series":"s""#].enumerated().map { place, rest in
            #"{"id":"n\#(place)","kind":"orders","createdAt":"2026-01-31T12:00:00Z","state":"done",\#(rest)}"#
        }
        let page = #"{"notifications":[\#(entries.joined(separator: ","))],"hasMore":false}"#
        let (status, test, _) = try await run(["push", "list"], [ok(page)])
        #expect(status == 0, "\(test.complaint)")
        let lines = test.output.split(separator: "\n")
        let ends = ["TITLE", "Bread for Ada", "Du pain", "EVENT 7", "-"]
        #expect(lines.count == ends.count && zip(lines, ends).allSatisfy { $0.hasSuffix(" \($1)") }, "\(test.output)")
    }

    @Test("`push test` shows the result of the test on each device that is not muted")
    func testPush() async throws {
        let answers = [
            ok(Self.ada), ok(Self.device("")),
            ok(
                #"{"deliveries":[{"token":"d1","type":"apns","state":"pending","attempts":0,"at":"2026-01-31T12:00:00Z"}]}"#
            ),
            ok(Self.device(#","lastUsedAt":"2026-01-31T12:00:01Z""#)),
        ]
        let (status, test, requests) = try await run(["push", "test", "ada", "--title", "Hello"], answers)
        #expect(status == 0, "\(test.complaint)")
        #expect(requests[2].hasPrefix("POST /accounts/0a1b/push-devices/d1/test HTTP/1.1\r\n"))
        #expect(requests[2].contains(#""title":"Hello""#))
        #expect(test.output.contains("reached      2026-01-31T12:00:01Z"))
        let muted = Self.device("").replacing(#""muted":false"#, with: #""muted":true"#)
        let (refused, none, _) = try await run(["push", "test", "ada"], [ok(Self.ada), ok(muted)])
        #expect(refused == 1 && none.complaint.hasPrefix("edge: this account has no push device"))
    }

    @Test("`push test` looks at the devices every two seconds, and fails if no provider accepts the push")
    func notAccepted() throws {
        var pauses: [Double] = []
        var said: [String] = []
        let connection = OperatorConnection(
            say: { said.append($0) }, confirm: { _ in nil }, pause: { pauses.append($0) },
            sendPublicly: { _, _, _, _, _ in (500, "") }, fetch: { _, _, _, _ in (500, "") },
            send: { method, path, _ in
                switch (method, path) {
                case (_, "/checks"): return (200, #"{"state":"ok","checks":[]}"#)
                case ("POST", _): return (200, #"{"deliveries":[]}"#)
                case (_, "/accounts/ada"): return (200, Self.ada)
                default: return (200, Self.device(""))
                }
            })
        let job = try OperatorCommandLine.read(["push", "test", "ada", "--json"])
        #expect(throws: NotDone.self) { try job.carryOut(over: connection) }
        #expect(pauses == [2, 2, 2, 2, 2])
        #expect(said.count == 1 && said[0].hasPrefix(#"{"pushDevices":[{"id":"d1""#))
    }

    @Test("`push test` fails after ten seconds without an answer, with the reason that pushes wait for")
    func testPushWaits() throws {
        let checks =
            #"{"state":"warning","checks":[{"service":"push","name":"push-queue","state":"warning","found":"no key is set"}]}"#
        let connection = OperatorConnection(
            say: { _ in }, confirm: { _ in nil }, pause: { _ in }, sendPublicly: { _, _, _, _, _ in (404, "") },
            fetch: { _, _, _, _ in (404, "") },
            send: { method, path, _ in
                if path == "/checks" { return (200, checks) }
                if method == "POST" { return (200, #"{"deliveries":[]}"#) }
                return (200, path == "/accounts/ada" ? Self.ada : Self.device(""))
            })
        let job = try OperatorCommandLine.read(["push", "test", "ada"])
        let failure = #expect(throws: NotDone.self) { try job.carryOut(over: connection) }
        #expect(failure?.description == "no provider has accepted the test within 10 s: no key is set")
    }
}
