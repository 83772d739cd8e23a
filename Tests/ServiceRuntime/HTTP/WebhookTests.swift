import Dispatch

@testable import ServiceRuntime

@Suite("Webhooks") struct WebhookTests {
    @Test("An address needs https, or http on this machine")
    func addresses() {
        for url in [
            "https://shop.example/balise", "http://127.0.0.1:8000/a", "http://localhost/", "http://[::1]:1/",
            "https://xn--80ak6aa92e.com/", "https://shop.example/a%20b?key=%C3%A9",
        ] {
            #expect((try? Webhook.check(url)) != nil, "\(url)")
        }
        for url in [
            "http://shop.example/", "ftp://127.0.0.1/", "https://", "https://ada:secret@shop.example/", "",
            "shop.example", "https://127.0.0.1:65536/", "https://shop.example:0/",
            "https://%3Cimg%3E.example/", "https://shop%2Eexample/", "https://shop.example/\r\nX:y",
            "https://shop.example/\u{1B}[2J",
            "http://127.0.0.1.example/", "https://shop.example/" + String(repeating: "a", count: 2048),
        ] {
            #expect((try? Webhook.check(url)) == nil, "\(url)")
        }
    }

    @Test("A secret has 24 to 64 bytes in base64")
    func secrets() {
        func isTaken(_ text: String) -> Bool { (try? Webhook.key(SecretText(text))) != nil }
        #expect(isTaken("whsec_" + Data(repeating: 7, count: 24).base64EncodedString()))
        #expect(isTaken("whsec_" + Data(repeating: 7, count: 64).base64EncodedString()))
        #expect(!isTaken("whsec_" + Data(repeating: 7, count: 23).base64EncodedString()))
        #expect(!isTaken("whsec_" + Data(repeating: 7, count: 65).base64EncodedString()))
        #expect(!isTaken(Data(repeating: 7, count: 24).base64EncodedString()))
        #expect(!isTaken("whsec_???"))
    }

    /// The example of the libraries of the Standard Webhooks project.
    @Test("The signature equals the example of the specification")
    func signature() throws {
        let key = try Webhook.key(SecretText("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"))
        let headers = Webhook.headers(
            of: "msg_p5jXN8AQM9LWM0D4loKWxJek", #"{"test": 2432232314}"#, signedWith: key,
            at: UnixTime(milliseconds: 1_614_265_330_000))
        #expect(headers.map(\.name) == ["webhook-id", "webhook-timestamp", "webhook-signature"])
        #expect(
            headers.map(\.value) == [
                "msg_p5jXN8AQM9LWM0D4loKWxJek", "1614265330", "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
            ])
    }
}

@Suite("Addresses that users choose") struct UserTargetTests {
    /// - Parameter address: To which every name leads.
    private func targets(_ allowsLocal: Bool, _ address: String = "203.0.113.7") -> UserTargets {
        UserTargets(allowsLocal: allowsLocal) { host, _ in ClientNetwork.addressBytes(host) == nil ? address : host }
    }

    private let ada = AccountID("ada")!
    private let ben = AccountID("ben")!

    private func pinned(
        _ text: String, _ targets: UserTargets, for account: AccountID = AccountID("ada")!
    ) async -> [String: String]? {
        guard let url = try? targets.check(text) else { return nil }
        return try? await targets.pin(url, for: account, within: .seconds(60))
    }

    @Test("A name is pinned to the public address that it has, and needs https")
    func names() async {
        for isAllowed in [false, true] {
            let targets = targets(isAllowed)
            #expect(await pinned("https://home.example/hook?key=1", targets) == ["home.example": "203.0.113.7"])
            #expect(await pinned("https://[2a00:1450::1]/", targets) == ["2a00:1450::1": "2a00:1450::1"])
            #expect(await pinned("http://home.example/", targets) == nil)
            #expect(await pinned("https://ada:secret@home.example/", targets) == nil)
        }
    }

    @Test(
        "Only an operator opens private networks, for names as for addresses",
        arguments: [
            "127.0.0.1", "10.0.0.1", "192.168.1.5", "169.254.169.254", "100.64.0.1", "0.0.0.0", "224.0.0.1",
            "255.255.255.255", "::1", "::", "::ffff:127.0.0.1", "fd00::1", "fe80::1", "64:ff9b::7f00:1",
            "2002:7f00:1::", "ff02::1", "::ffff:0:7f00:1", "192.88.99.1",
        ])
    func privateNetworks(_ address: String) async {
        let host = address.contains(":") ? "[\(address)]" : address
        for (text, address) in [("https://\(host)/", "203.0.113.7"), ("https://home.example/", address)] {
            #expect(await pinned(text, targets(false, address)) == nil, "\(text)")
        }
        for scheme in ["http", "https"] {
            #expect(await pinned("\(scheme)://home.example/", targets(true, address)) == ["home.example": address])
        }
    }

    @Test("A name without an address, or with an unreadable one, is refused")
    func unresolved() async {
        let none = UserTargets(allowsLocal: false) { _, _ in throw WebClient.Failure(description: "") }
        #expect(await pinned("https://home.example/", none) == nil)
        #expect(await pinned("https://home.example/", targets(false, "fe80::1%eth0")) == nil)
    }

    @Test("The system's resolver knows this machine")
    func resolver() async throws {
        let url = try #require(URL(string: "https://localhost/"))
        await #expect(throws: WebClient.Failure.self) {
            try await UserTargets(allowsLocal: false).pin(url, for: ada, within: .seconds(60))
        }
    }

    @Test("Slow lookups use a limited number of threads, and a further one fails at once")
    func threads() async throws {
        let lookups = BlockingLookups(maximum: 1)
        let end = DispatchSemaphore(value: 0)
        let (starts, start) = AsyncStream.makeStream(of: Void.self)
        let slow = Task {
            try await lookups.run {
                start.finish()
                end.wait()
                return "slow"
            }
        }
        for await _ in starts {}
        await #expect(throws: WebClient.Failure.self) { try await lookups.run { "further" } }
        end.signal()
        #expect(try await slow.value == "slow")
        let later = try await lookups.run { "later" }
        #expect(later == "later")
    }

    @Test("A resolver that is late is not waited for")
    func late() async throws {
        let (answers, answer) = AsyncStream.makeStream(of: Void.self)
        let targets = UserTargets(allowsLocal: false) { _, _ in
            for await _ in answers { break }
            return "203.0.113.7"
        }
        let url = try #require(URL(string: "https://home.example/"))
        await #expect(throws: WebClient.Failure.self) {
            try await targets.pin(url, for: ada, within: .milliseconds(1))
        }
        answer.finish()
    }

    @Test("Slow lookups of one user do not stop those of another, and end without anyone who waits")
    func accounts() async throws {
        let slow = SlowResolver()
        let targets = UserTargets(allowsLocal: false) { host, _ in
            if host == "slow.example" { return await slow.resolve() }
            return "203.0.113.7"
        }
        let address = try #require(URL(string: "https://slow.example/"))
        let other = try #require(URL(string: "https://home.example/"))
        for _ in 1...4 {
            _ = try? await targets.pin(address, for: ada, within: .milliseconds(1))
        }
        let full = await #expect(throws: WebClient.Failure.self) {
            try await targets.pin(other, for: ada, within: .seconds(60))
        }
        #expect(full?.description.contains("still being resolved") == true)
        #expect(await pinned("https://home.example/", targets, for: ben) != nil)
        await slow.end()
        try await eventually("the lookups end") { await pinned("https://home.example/", targets) != nil }
    }
}

/// Answers no lookup before its end, also if the lookup is cancelled, as a system call does.
private actor SlowResolver {
    private var isOver = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func resolve() async -> String {
        if !isOver { await withCheckedContinuation { waiting.append($0) } }
        return "203.0.113.7"
    }

    func end() {
        isOver = true
        for lookup in waiting { lookup.resume() }
        waiting = []
    }
}
