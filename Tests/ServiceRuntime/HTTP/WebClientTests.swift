import Fakes

@Suite("The HTTP client", .timeLimit(.minutes(10))) struct WebClientTests {
    private struct Outcome {
        var answer: WebClient.Answer?
        var failure: String?
    }

    private func ask(
        _ server: FakeReceiver, timeout: Duration = .seconds(30), largestBody: Int? = 100
    ) async -> Outcome {
        let client = WebClient(timeout: timeout, largestBody: largestBody)
        var outcome = Outcome()
        do throws(WebClient.Failure) {
            outcome.answer = try await client.get(server.url("/keys?a=secret-of-the-operator"))
        } catch { outcome.failure = error.description }
        await client.close()
        return outcome
    }

    @Test("sends headers and body, and its User-Agent")
    func request() async throws {
        try await FakeReceiver.run(.body(100), .status(404)) { server in
            let client = WebClient(timeout: .seconds(30), largestBody: 100)
            let first = try await client.get(server.url("/keys"), headers: [("Accept", "text/plain")])
            let second = try await client.post(Array("a=b".utf8), as: "text/x", to: server.url("/post"))
            await client.close()
            #expect(first.status == 200 && first.body.count == 100 && first.header("content-length") == "100")
            #expect(second.status == 404 && second.body.isEmpty && second.header("Cache-Control") == nil)
            let calls = server.calls
            #expect(calls.map(\.method) == ["GET", "POST"] && calls.map(\.path) == ["/keys", "/post"])
            #expect(calls.map { $0.headers["user-agent"] } == ["Balise", "Balise"])
            #expect(calls.first?.headers["accept"] == "text/plain")
            #expect(calls.last?.headers["content-type"] == "text/x" && calls.last?.body == Array("a=b".utf8))
        }
    }

    @Test("refuses an impossible port", arguments: [0, 65_536, 99_999])
    func port(_ port: Int) async throws {
        let client = WebClient(timeout: .seconds(30), largestBody: 100)
        let url = try #require(URL(string: "http://127.0.0.1:\(port)/"))
        await #expect(throws: WebClient.Failure.self) { try await client.get(url) }
        await #expect(throws: WebClient.Failure.self) { try await client.post([], as: "text/x", to: url) }
        await client.close()
    }

    @Test("says at once why a host cannot be reached, if it tries once")
    func once() async throws {
        let client = WebClient(timeout: .seconds(600), largestBody: nil, triesOnce: true)
        for (text, cause) in [
            ("http://127.0.0.1:1/", "the connection is refused"),
            ("http://name.invalid/", "the name of its host cannot be resolved"),
        ] {
            let url = try #require(URL(string: text))
            let failure = await #expect(throws: WebClient.Failure.self) { try await client.get(url) }
            #expect(failure?.description == "it cannot be reached: \(cause)")
        }
        await client.close()
    }

    @Test("refuses a body above its limit")
    func size() async throws {
        try await FakeReceiver.run(.body(101)) { server in
            #expect(await ask(server).failure == "the answer is too large")
        }
    }

    @Test("limits the time for the head of an answer and for its whole body", arguments: [true, false])
    func time(_ isSilent: Bool) async throws {
        try await FakeReceiver.run(isSilent ? .silence : .drip) { server in
            #expect(await ask(server, timeout: .milliseconds(200), largestBody: 1 << 20).failure != nil)
        }
    }

    @Test("reads no body if only the status is wanted", arguments: [.body(1 << 20), .drip] as [FakeReceiver.Answer])
    func status(_ answer: FakeReceiver.Answer) async throws {
        try await FakeReceiver.run(answer) { server in
            let answer = try #require(await ask(server, largestBody: nil).answer)
            #expect(answer.status == 200 && answer.body.isEmpty)
        }
    }

    @Test("does not follow redirects")
    func redirect() async throws {
        try await FakeReceiver.run { other in
            try await FakeReceiver.run(.redirect(to: other.url().absoluteString)) { server in
                #expect(await ask(server).answer?.status == 307)
                #expect(other.calls.isEmpty)
            }
        }
    }

    @Test("does not name the address in its errors")
    func redaction() async throws {
        try await FakeReceiver.run(.hangUp, .hangUp, .hangUp, .hangUp, .hangUp) { server in
            let reason = try #require(await ask(server).failure)
            #expect(!reason.contains("secret") && !reason.contains("127.0.0.1") && !reason.contains("/keys"))
        }
    }
}
