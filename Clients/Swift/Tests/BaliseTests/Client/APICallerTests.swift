@testable import Balise

@Suite("A call")
struct APICallerTests {
    @Test("has method, address, query, headers and body in place")
    func request() async throws {
        let transport = ScriptedTransport(.json(#"{"success":true,"message":"Done.","data":{}}"#))
        let client = try await BaliseClient.scripted(transport)
        let setThing = APICallDefinition<DoneResponse, DoneResponse>(
            "setThing", .put, "/api/v1/", "things/{id}", for: .session)
        let answer = try await client.caller.call(
            setThing, at: "a/b ü", query: [("q", "one&two"), ("plus", "+")], body: DoneResponse(message: "x"),
            idempotencyKey: "k1")
        #expect(answer.message == "Done.")

        let call = try #require(transport.calls.first)
        #expect(call.line == "PUT /api/v1/things/a%2Fb%20%C3%BC?q=one%26two&plus=%2B")
        #expect(call.url.host == "balise.example" && call.url.scheme == "https")
        #expect(call.headers["Authorization"] == "Bearer t1" && call.headers["Content-Type"] == "application/json")
        #expect(call.headers["Idempotency-Key"] == "k1" && call.headers["X-Meeshy-Platform"] == "ios")
        #expect(call.headers["User-Agent"] == "Test-iOS iOS")
        #expect(call.text == #"{"success":true,"message":"x","data":{}}"# && call.timeout == 60)
    }

    @Test(
        "keeps the path of the server's address",
        arguments: [
            "https://a.example/balise", "https://a.example/balise/", "https://a.example/balise//",
            "HTTPS://A.example/balise",
        ])
    func serverWithPath(address: String) throws {
        let server = try #require(URL(string: address))
        let url = try APIRequest(.get, "/v1/GetLocation").url(on: server)
        #expect(url.path == "/balise/v1/GetLocation" && url.host?.lowercased() == "a.example")
        #expect(BaliseConfiguration(server: server).serverName == "https://a.example/balise")
    }

    @Test("needs a valid server address", arguments: ["file:///etc/passwd", "balise.example", "https:///path"])
    func noServer(address: String) async throws {
        let server = try #require(URL(string: address))
        let error = try await failure { try APIRequest(.get, "/").url(on: server) }
        #expect(error.invalidReason?.contains(address) == true)
    }

    @Test("without an id is not sent, because its path would be that of the list", arguments: ["", ".", ".."])
    func noID(id: String) async throws {
        let transport = ScriptedTransport()
        let client = try await BaliseClient.scripted(transport)
        // With an empty last segment this call would end all other sessions.
        await #expect(throws: BaliseError.invalid("an id is missing: \"\(id)\" is none")) {
            try await client.sessions.end(id)
        }
        #expect(transport.calls.isEmpty)
    }

    @Test("that needs a session is not sent without one")
    func signedOut() async throws {
        let transport = ScriptedTransport()
        let client = try await BaliseClient.scripted(transport, session: nil)
        await #expect(throws: BaliseError.signedOut) { try await client.caller.send(.get, "/a") }
        #expect(transport.calls.isEmpty)
    }

    @Test("that needs no session is sent without a credential")
    func guest() async throws {
        let transport = ScriptedTransport(.json("[]"), .json("[]"))
        let client = try await BaliseClient.scripted(transport, session: nil)
        _ = try await client.caller.send(.get, "/a", as: .anybodyOrSession)
        _ = try await client.caller.send(.get, "/b", as: .anybody)
        #expect(transport.calls.allSatisfy { $0.headers["Authorization"] == nil })
    }

    @Test("of a publisher sends the API key and no session")
    func publisher() async throws {
        let transport = ScriptedTransport(.json("[]"))
        let client = try await BaliseClient.scripted(transport, apiKey: SecretText("bk_1"))
        _ = try await client.caller.send(.get, "/a", as: .apiKey([.publish]))
        #expect(transport.calls.first?.headers["X-API-Key"] == "bk_1")
        #expect(transport.calls.first?.headers["Authorization"] == nil)
        let app = try await BaliseClient.scripted(ScriptedTransport())
        await #expect(throws: BaliseError.self) { try await app.caller.send(.get, "/a", as: .apiKey([.publish])) }
    }

    @Test(
        "is not sent with a key that contains a control character, and the error does not contain the key",
        arguments: ["bk_1\r\nX-Installation-Id: 2", "bk_1\u{0}", "bk_1\u{7F}"])
    func headerInjection(_ key: String) async throws {
        let client = try await BaliseClient.scripted(ScriptedTransport(), apiKey: SecretText(key))
        let thrown = try await failure { try await client.caller.send(.get, "/a", as: .apiKey([.publish])) }
        let reason = thrown.invalidReason
        #expect(reason?.contains("X-API-Key") == true && reason?.contains("bk_1") == false)
    }

    @Test(
        "whose answer has another form reports the place",
        arguments: [
            (#"{"success":true,"data":{}}"#, "message is missing"), ("<html>", "the answer is no JSON"),
            (#"{"message":1}"#, "message is not a text"),
        ])
    func otherForm(body: String, reason: String) async throws {
        let client = try await BaliseClient.scripted(ScriptedTransport(.json(body)))
        let call = APICallDefinition<NoBody, DoneResponse>("a", .get, "/", "a", for: .session)
        let error = try await failure { try await client.caller.call(call) }
        #expect(error.unreadableReason?.hasPrefix(reason) == true)
    }

    @Test(
        "without an answer reports the reason and is not repeated",
        arguments: [
            (BaliseTransportError.unreachable("gone"), BaliseError.unreachable("gone")), (.timedOut, .timedOut),
            (.cancelled, .cancelled), (.invalidAnswer("odd"), .unreadable("odd")),
        ])
    func noAnswer(failure: BaliseTransportError, error: BaliseError) async throws {
        let transport = ScriptedTransport(.lost(failure))
        let client = try await BaliseClient.scripted(transport)
        await #expect(throws: error) { try await client.caller.send(.post, "/a") }
        #expect(transport.calls.count == 1)
    }
}
