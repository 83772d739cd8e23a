@testable import Edge

@Suite(.timeLimit(.minutes(10))) struct PushTokensTests {
    private static let hex = "a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8f90"
    private static let pushDevice =
        #"{"id":"t1","type":"apns","platform":"ios","environment":"SANDBOX","deviceId":"vendor","#
        + #""deviceName":"Ada's phone","appVersion":null,"bundleId":null,"isActive":true,"muted":false,"#
        + #""lastUsedAt":null,"createdAt":"2026-01-01T00:00:00Z","updatedAt":"2026-01-31T12:00:00Z""#

    private func register(_ path: String, _ body: String) async throws -> (TestResponse, RegisterPushToken?) {
        let services = ScriptedServices.ofAda()
        let response = try await services.ask("POST", "/api/v1/" + path, body: body)
        return (response, services.received(RegisterPushToken.self).first)
    }

    /// The iOS app of the flat answers, whose vendor id may be empty, and its Android app, which sends only the token.
    @Test(
        arguments: [
            (#","platform":"IOS","environment":"SANDBOX","deviceId":"v""#, .sandbox, "v"),
            (#","platform":"IOS","environment":"PRODUCTION","deviceId":"""#, .production, nil), ("", nil, nil),
            (#","platform":null,"environment":null"#, nil, nil),
        ] as [(String, PushEnvironment?, String?)])
    func areRegisteredByOneApp(_ rest: String, _ environment: PushEnvironment?, _ pushDevice: String?) async throws {
        let (response, message) = try await register("push/register", #"{"token":"\#(Self.hex)"\#(rest)}"#)
        #expect(response.status == 201)
        let registered = try #require(message)
        #expect(registered.account == People.ada && registered.session == People.phone)
        #expect(registered.token.value == Self.hex && registered.provider == nil && registered.purpose == .alert)
        #expect(registered.platform == "ios" && registered.environment == environment)
        #expect(registered.pushDevice == pushDevice)
        #expect(!response.body.contains(Self.hex))
    }

    /// The other app reads the result from the envelope.
    @Test(
        arguments: [
            (#""platform":"ios","type":"apns","apnsEnvironment":"development""#, .apns, .alert, .sandbox, "ios"),
            (#""platform":"ios","type":"voip","apnsEnvironment":"production""#, .apns, .voip, .production, "ios"),
            (#""platform":"android","type":"fcm""#, .fcm, .alert, nil, "android"),
            (#""platform":"web""#, nil, .alert, nil, "web"),
        ] as [(String, PushProvider?, PushPurpose, PushEnvironment?, String)])
    func areRegisteredByTheOtherApp(
        _ rest: String, _ provider: PushProvider?, _ purpose: PushPurpose, _ environment: PushEnvironment?,
        _ platform: String
    ) async throws {
        let body = #"{"token":"\#(Self.hex)","deviceName":"x","appVersion":"1","bundleId":"me.app",\#(rest)}"#
        let (response, message) = try await register("users/register-device-token", body)
        #expect(response.status == 201)
        response.expect(
            body:
                #"{"success":true,"data":\#(Self.pushDevice),"isNew":true,"message":"The push device is registered."}}"#
        )
        let registered = try #require(message)
        #expect(registered.provider == provider && registered.purpose == purpose)
        #expect(registered.environment == environment && registered.platform == platform)
        #expect(registered.pushDeviceName?.value == "x" && registered.appVersion == "1" && registered.topic == "me.app")
    }

    @Test(
        "A push device may have a name of any length and language",
        arguments: [
            String(repeating: "😀", count: 60), String(repeating: "日", count: 50), String(repeating: "x", count: 500),
        ])
    func areRegisteredWhateverTheirName(_ name: String) async throws {
        let (response, message) = try await register(
            "push/register", #"{"token":"\#(Self.hex)","deviceName":"\#(name)"}"#)
        #expect(response.status == 201 && message?.pushDeviceName?.value == name)
    }

    /// A repeated registration is no second push device, hence 200.
    @Test func areRegisteredAgain() async throws {
        let services = ScriptedServices.ofAda()
        services.on(RegisterPushToken.self) { _ in RegisterPushToken.Reply(token: People.pushToken(), isNew: false) }
        let response = try await services.ask("POST", "/api/v1/push/register", body: #"{"token":"\#(Self.hex)"}"#)
        #expect(response.status == 200 && response.body.contains(#""isNew":false"#))
    }

    @Test(arguments: [
        "{}", #"{"token":""}"#, #"{"token":5}"#, #"{"token":"abc"}"#,
        #"{"token":"\#(String(repeating: "a", count: 4097))"}"#,
        #"{"token":"\#(hex)","environment":"STAGING"}"#, #"{"token":"\#(hex)","type":"sms"}"#,
        #"{"token":"\#(hex)","platform":5}"#,
        #"{"token":"\#(hex)","deviceId":"\#(String(repeating: "a", count: 129))"}"#,
    ])
    func areRefusedWhenMalformed(_ body: String) async throws {
        for path in ["push/register", "users/register-device-token"] {
            let error = try await ScriptedServices.ofAda().expectMalformed("POST", "/api/v1/" + path, body: body)
            #expect(!error.message.contains(Self.hex))
        }
    }

    @Test(arguments: ["push/tokens", "users/me/devices"])
    func areListed(_ path: String) async throws {
        try await withEdge(.ofAda()) { edge in
            let mine = try await edge.request("GET", "/api/v1/" + path)
            #expect(mine.body == #"{"success":true,"data":[\#(Self.pushDevice)}]}"#)
            let others = try await edge.request(
                "GET", "/api/v1/" + path, headers: [("Authorization", People.strangersToken)])
            #expect(others.body == #"{"success":true,"data":[]}"#)
        }
    }

    @Test func areMuted() async throws {
        let services = ScriptedServices.ofAda()
        try await withEdge(services) { edge in
            for (body, isMuted) in [(#"{"muted":true}"#, true), (#"{"muted":0}"#, false)] {
                let response = try await edge.request("PATCH", "/api/v1/push/tokens/t1", body: body).expect(200)
                #expect(response.body.contains(#""isActive":\#(!isMuted),"muted":\#(isMuted)"#))
            }
            for body in ["{}", #"{"muted":"yes"}"#] {
                try await edge.request("PATCH", "/api/v1/push/tokens/t1", body: body).expect(400)
            }
        }
        #expect(services.received(MutePushToken.self).map(\.token) == [People.pushDevice, People.pushDevice])
    }

    /// `data` is an empty object: the app decodes any type from it.
    @Test(
        arguments: [
            (#"{"token":"\#(hex)"}"#, "token"), (#"{"deviceId":"vendor"}"#, "vendor"), ("{}", "all"), (nil, "all"),
            (#"{"token":"\#(hex)","deviceId":"vendor"}"#, "token"), (#"{"token":null}"#, "all"),
        ] as [(String?, String)])
    func areRemovedAtSignOut(_ body: String?, _ which: String) async throws {
        let services = ScriptedServices.ofAda()
        try await withEdge(services) { edge in
            let response = try await edge.request("DELETE", "/api/v1/users/register-device-token", body: body)
            #expect(response.status == 200 && response.body.hasSuffix(#""deletedCount":1,"data":{}}"#))
            // Removing none is no error.
            let none = try await edge.request(
                "DELETE", "/api/v1/users/register-device-token", headers: [("Authorization", People.strangersToken)])
            #expect(none.status == 200)
        }
        let message = try #require(services.received(RemovePushTokens.self).first)
        switch message.which {
        case .token(let token): #expect(which == "token" && token.value == Self.hex)
        case .pushDevice(let pushDevice): #expect(which == pushDevice)
        case .all: #expect(which == "all")
        case .id, .activity: Issue.record("no id was named")
        }
    }

    @Test(arguments: ["push/tokens", "users/me/devices"])
    func areRemovedOneByOne(_ path: String) async throws {
        let services = ScriptedServices.ofAda()
        try await withEdge(services) { edge in
            let response = try await edge.request("DELETE", "/api/v1/\(path)/t1")
            #expect(response.status == 200 && response.body.hasSuffix(#""data":{}}"#))
            for id in ["a%2Fb", "%zz", String(repeating: "a", count: 37)] {
                try await edge.request("DELETE", "/api/v1/\(path)/\(id)").expect(404)
            }
        }
        #expect(services.received(RemovePushTokens.self).count == 1)
    }

    @Test(
        arguments: [
            (#"{"type":"OFFER","offerId":123,"title":"Test","body":"Hello"}"#, .offer, .number(123)),
            (#"{"offerId":"123"}"#, .offer, .text("123")), (#"{"type":"EVENT","offerId":456}"#, .event, .number(456)),
            (#"{"eventId":456}"#, .event, .number(456)), (#"{"professionalId":789}"#, .professional, .number(789)),
            // One of the apps turns 0 and 1 into truth values.
            (#"{"offerId":true}"#, .offer, .number(1)),
        ] as [(String, AnnouncementType, AnnouncementSubject)])
    func areTested(_ body: String, _ type: AnnouncementType, _ subject: AnnouncementSubject) async throws {
        let (response, message) = try await ScriptedServices.ofAda().ask(
            "POST", "/api/v1/push/test", body: body, for: SendTestPush.self)
        response.expect(
            body: #"{"success":true,"data":{"deliveries":[{"token":"t1","type":"apns","state":"suppressed","#
                + #""reason":"muted","attempts":0,"at":"2026-01-31T12:00:00Z"}]}}"#)
        #expect(message.account == People.ada && message.type == type && message.subject == subject)
        #expect(message.title == (body.contains("title") ? "Test" : nil))
        #expect(message.body == (body.contains("title") ? "Hello" : nil))
    }

    /// The app could not open a push without an id.
    @Test(arguments: [
        "{}", #"{"type":"OFFER"}"#, #"{"offerId":null}"#, #"{"offerId":""}"#, #"{"offerId":1.5}"#,
        #"{"offerId":[1]}"#, #"{"type":"JOKE","offerId":1}"#,
    ])
    func areNotTestedWithoutAnID(_ body: String) async throws {
        try await ScriptedServices.ofAda().expectMalformed("POST", "/api/v1/push/test", body: body)
    }
}
