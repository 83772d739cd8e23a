@testable import Balise
@testable import BaliseEcovelo

@Suite("The host of a web view", .timeLimit(.minutes(10)))
@MainActor
struct EcoveloWebHostTests {
    private static let origin = "https://app.example"
    private static let missing = "ecovelo-token-missing"
    private static let expired = "ecovelo-token-expired"

    private let view = ScriptedWebPage()
    /// A server that accepts the token `t2`.
    private let transport = ScriptedTransport { call, _ in
        call.headers["Authorization"] == "Bearer t2" ? .json("{}") : .refusal(401, "TOKEN_EXPIRED")
    }

    private func host(_ client: BaliseClient, page: String = "https://app.example/start") throws -> EcoveloWebHost {
        try EcoveloWebHost(client, page: try #require(URL(string: page)), origins: nil, shim: "SHIM")
    }

    private func client() async throws -> BaliseClient { try await BaliseClient.scripted(transport, session: nil) }

    private func attached(to client: BaliseClient) async throws -> EcoveloWebHost {
        let host = try host(client)
        await host.attach(view)
        return host
    }

    /// Launches with a token, and returns how often the app was asked for the next one.
    private func launch(
        _ host: EcoveloWebHost, with token: String?, next: String?
    ) async throws -> @Sendable () -> Int {
        let asked = Mutex(0)
        let config = try next.map { try EcoveloConfig(iamToken: $0) }
        await host.launch(try token.map { try EcoveloConfig(iamToken: $0) }) {
            asked.withLock { $0 += 1 }
            return config
        }
        return { asked.withLock { $0 } }
    }

    @Test("sets the start script with the token before it loads the page", arguments: [true, false])
    func start(isAttachedFirst: Bool) async throws {
        let host = try host(try await client())
        let config = try EcoveloConfig(iamToken: "t1", programId: "p", theme: EcoveloTheme(primary: "#102030"))
        if isAttachedFirst { await host.attach(view) }
        #expect(view.loaded.isEmpty)
        await host.launch(config)
        if !isAttachedFirst { await host.attach(view) }
        #expect(view.startScript.contains(#"token:"t1",programId:"p"};"#) && view.startScript.contains("\nSHIM\n"))
        #expect(view.startScript.contains(#"server:"https:\u002f\u002fbalise.example""#))
        #expect(view.loaded.map(\.absoluteString) == ["https://app.example/start"] && view.theme?.primary == "#102030")
    }

    @Test("loads the page once, with the token, whichever of launch and attach comes first")
    func together() async throws {
        let host = try host(try await client())
        let config = try EcoveloConfig(iamToken: "t1")
        let attaching = Task { await host.attach(view) }
        await host.launch(config)
        await attaching.value
        #expect(view.loaded.count == 1 && view.startScript.contains(#"token:"t1""#))
        // A second web view starts from the beginning.
        let other = ScriptedWebPage()
        await host.attach(other)
        #expect(other.loaded.count == 1 && other.startScript.contains(#"token:"t1""#))
    }

    @Test("asks its app for another token when the page reports an expired one, and gives it to page and calls")
    func renewal() async throws {
        let client = try await client()
        let host = try await attached(to: client)
        let asked = try await launch(host, with: "t1", next: "t2")
        await host.receive(Self.expired, from: Self.origin, isMainFrame: true)
        #expect(view.scripts.last?.contains(#"sdk.setIAMToken({token:"t2",programId:null})"#) == true)
        #expect(view.startScript.contains(#"token:"t2""#))
        _ = try await client.caller.send(.get, "/a")
        #expect(transport.calls.map { $0.headers["Authorization"] } == ["Bearer t2"])
        #expect(asked() == 1)
    }

    @Test("gives the page the token that a call of the app has renewed")
    func renewedByCall() async throws {
        let client = try await client()
        let host = try await attached(to: client)
        let next = try EcoveloConfig(iamToken: "t2")
        await host.launch(try EcoveloConfig(iamToken: "t1")) { next }
        _ = try await client.caller.send(.get, "/a")
        try await eventually("the page has it") { view.scripts.last?.contains(#"token:"t2""#) == true }
    }

    @Test("asks its app once for several reports at the same time")
    func renewalOnce() async throws {
        let host = try await attached(to: client())
        let next = try EcoveloConfig(iamToken: "t2")
        let asked = Mutex(0)
        let (began, mayAnswer) = (Gathering(of: 2), Gathering(of: 2))
        await host.launch(try EcoveloConfig(iamToken: "t1")) {
            asked.withLock { $0 += 1 }
            await began.wait()
            await mayAnswer.wait()
            return next
        }
        let first = Task { await host.receive(Self.expired, from: Self.origin, isMainFrame: true) }
        await began.wait()
        let second = Task { await host.receive(Self.expired, from: Self.origin, isMainFrame: true) }
        await Task.yield()
        await mayAnswer.wait()
        await first.value
        await second.value
        #expect(asked.withLock { $0 } == 1)
    }

    @Test("waits until its app has another token")
    func relaunch() async throws {
        let client = try await client()
        let host = try await attached(to: client)
        await host.launch(try EcoveloConfig(iamToken: "t1")) { nil }
        await host.receive(Self.expired, from: Self.origin, isMainFrame: true)
        #expect(try await client.sessions.state == .tokenNeeded)
        #expect(!view.scripts.contains { $0.contains("t2") })
        await host.launch(try EcoveloConfig(iamToken: "t2"))
        #expect(view.scripts.last?.contains(#"token:"t2""#) == true)
        // The page is not loaded again.
        #expect(view.loaded.count == 1)
    }

    @Test("asks its app once for the first token when the page needs one")
    func missingToken() async throws {
        let host = try await attached(to: client())
        let asked = try await launch(host, with: nil, next: "t2")
        #expect(view.loaded.count == 1 && !view.startScript.contains("token:"))
        await host.receive(Self.missing, from: Self.origin, isMainFrame: true)
        await host.receive(Self.missing, from: Self.origin, isMainFrame: true)
        #expect(view.scripts.last?.contains(#"token:"t2""#) == true)
        #expect(asked() == 1)
    }

    @Test("removes the token from the page at sign-out, and then ignores the page's requests for one")
    func signOut() async throws {
        let client = try await client()
        let host = try await attached(to: client)
        let asked = try await launch(host, with: "t2", next: "t2")
        try await client.sessions.signOut()
        try await eventually("the page forgets") { view.scripts.last?.contains("sdk.clear()") == true }
        #expect(!view.startScript.contains("t2"))
        await host.receive(Self.missing, from: Self.origin, isMainFrame: true)
        await host.receive(Self.expired, from: Self.origin, isMainFrame: true)
        #expect(asked() == 0)
    }

    @Test(
        "ignores messages from frames and other origins",
        arguments: [
            ("https://other.example", true), ("https://app.example:8443", true), ("http://app.example", true),
            (nil, true), ("https://app.example", false),
        ])
    func strangers(origin: String?, isMainFrame: Bool) async throws {
        let host = try await attached(to: client())
        let asked = try await launch(host, with: "t1", next: nil)
        for message in [Self.expired, Self.missing, "anything"] {
            await host.receive(message, from: origin, isMainFrame: isMainFrame)
        }
        #expect(asked() == 0)
    }

    @Test("reports the end and links for other apps to its app")
    func links() async throws {
        let host = try host(try await client())
        var (ends, links): ([EcoveloFinish], [URL]) = ([], [])
        host.onFinish = { ends.append($0) }
        host.onLink = { links.append($0) }
        for (link, isFollowed) in [
            ("https://app.example/next", true), ("https://other.example/", true), ("about:blank", true),
            ("ecovelo-sdk://finish?status=success", false), ("ecovelo-sdk://other", false), ("tel:+33123", false),
            ("javascript:alert(1)", false), ("file:///etc/passwd", false),
        ] { #expect(host.follows(try #require(URL(string: link))) == isFollowed, "\(link)") }
        #expect(ends == [.success(message: nil)])
        #expect(links.map(\.absoluteString) == ["tel:+33123"])
    }

    @Test("needs a page with an origin, and at least one origin")
    func origins() async throws {
        let client = try await client()
        #expect(try host(client, page: "capacitor://localhost/index.html").origins == ["capacitor://localhost"])
        #expect(try host(client, page: "https://App.example:443/").origins == ["https://app.example"])
        #expect(try host(client, page: "http://app.example:8080/").origins == ["http://app.example:8080"])
        #expect(throws: BaliseError.self) { try host(client, page: "about:blank") }
    }
}
