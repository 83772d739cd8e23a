@testable import Edge

enum Forwarders {
    static let home = Forwarder(
        id: ForwarderID("f1")!, device: id("pho ne"), name: Personal("Home"), form: .ownTracks,
        origin: Personal("https://home.example"), createdAt: People.now, waiting: 2, problem: "no answer came in time")
}

extension ScriptedServices {
    /// Ada's phone has a forwarder.
    func keepForwarders() {
        onlyAda(ListForwarders.self, { $0.account }) { _ in [Forwarders.home] }
        onlyAda(CreateForwarder.self, { $0.account }) { _ in Forwarders.home }
        onlyAda(RemoveForwarder.self, { $0.account }) { _ in Done() }
        onlyAda(TestForwarder.self, { $0.account }) { _ in
            TestForwarder.Reply(isAccepted: false, status: 404, outcome: "check its path (status 404)")
        }
    }
}

extension SampleCall {
    private static func ofForwarders(
        _ method: String, _ ending: String, _ body: String? = nil, at path: String = "", owner: Int = 200
    ) -> SampleCall {
        SampleCall(
            method, "users/me/location-devices/{device}/forwarders" + ending, body, owner: owner, stranger: 404
        ).at("users/me/location-devices/pho%20ne/forwarders" + path)
    }

    static let forwarders: [SampleCall] = [
        ofForwarders("GET", ""),
        ofForwarders("POST", "", #"{"name":"Home","form":"owntracks","url":"https://home.example"}"#, owner: 201),
        ofForwarders("DELETE", "/{id}", at: "/f1"), ofForwarders("POST", "/{id}/test", "{}", at: "/f1/test"),
    ]
}

@Suite("Forwarders of the app API") struct ForwarderTests {
    private let path = "/api/v1/users/me/location-devices/pho%20ne/forwarders"

    @Test("A new forwarder is passed on with its secrets, and the answer has none of them")
    func create() async throws {
        let body = #"""
            {"name":"Home","form":"owntracks","url":"https://home.example/hook?key=k1","precision":"town","user":"ada",
            "password":"p1"}
            """#
        let (response, message) = try await ScriptedServices.ofAda().ask(
            "POST", path, body: body, for: CreateForwarder.self)
        #expect(message.account == People.ada && message.device == id("pho ne") && message.form == .ownTracks)
        #expect(message.url.value.hasSuffix("?key=k1") && message.password?.value == "p1" && message.secret == nil)
        #expect(message.precision == .town && message.user?.value == "ada")
        #expect(response.body.contains(#""origin":"https://home.example""#))
        #expect(!response.body.contains("k1") && !response.body.contains("p1"))
        #expect(!"\(message)".contains("k1") && !"\(message)".contains("p1"))
    }

    @Test(
        "A wrong member is named",
        arguments: [
            (#"{"form":"owntracks","url":"https://a"}"#, "name"), (#"{"name":"a","form":"webhook"}"#, "url"),
            (#"{"name":"a","form":"mqtt","url":"https://a"}"#, "form"),
        ])
    func wrong(_ body: String, _ field: String) async throws {
        #expect(try await ScriptedServices.ofAda().expectMalformed("POST", path, body: body).field == field)
    }

    @Test("The list, the test and the removal name the device and the forwarder")
    func others() async throws {
        let services = ScriptedServices.ofAda()
        let list = try await services.ask("GET", path).expect(200)
        #expect(list.body.contains(#""waiting":2"#) && list.body.contains(#""problem":"no answer came in time""#))
        let (test, tested) = try await services.ask("POST", "\(path)/f1/test", for: TestForwarder.self)
        #expect(test.body.contains(#""accepted":false,"status":404"#) && tested.forwarder == Forwarders.home.id)
        let (_, removed) = try await services.ask("DELETE", "\(path)/f1", for: RemoveForwarder.self)
        #expect(removed.device == id("pho ne") && removed.forwarder == Forwarders.home.id)
    }
}
