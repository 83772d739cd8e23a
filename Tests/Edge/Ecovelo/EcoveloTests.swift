@testable import Edge

@Suite(.timeLimit(.minutes(10))) struct EcoveloTests {
    private static let rider = [("Authorization", "of-one")]

    private func json(_ text: String) throws -> NSDictionary {
        try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? NSDictionary)
    }

    @Test func listsThePrograms() async throws {
        let response = try await ScriptedServices.riders().ask("GET", "/ecovelo/programs")
        #expect(response.body == #"{"data":[{"id":"breizhgo"},{"id":"naolib"}],"has_more":false}"#)
    }

    @Test(arguments: ["users/me", "cyclists"], [true, false])
    func saysWhoIsSignedIn(_ path: String, _ isConfirmed: Bool) async throws {
        let response = try await ScriptedServices.riders(areConfirmed: isConfirmed).ask(
            "GET", "/ecovelo/" + path, headers: Self.rider)
        var expected: [String: Any] = [
            "id": People.ada.text, "status": isConfirmed ? "active" : "unconfirmed",
            "email": "ada@mon-compte.example", "firstName": "Ada", "lastName": "Lovelace",
            "phoneVerified": isConfirmed, "locale": "fr-FR", "program": "breizhgo", "createdAt": "2026-01-01T00:00:00Z",
        ]
        if isConfirmed { expected["phone"] = "+33612345678" }
        #expect(try json(response.body) == expected as NSDictionary)
    }

    /// A sign-in number is shown, but not as confirmed.
    @Test func tellsAConfirmedNumberFromAnother() async throws {
        let services = ScriptedServices.riders()
        services.on(GetProfile.self) { _ in People.profile(names: AccountNames(phone: Personal("+33700000000"))) }
        let response = try await services.ask("GET", "/ecovelo/users/me", headers: [("Authorization", "ada")])
        let body = try json(response.body)
        #expect(body["phone"] as? String == "+33700000000")
        #expect(body["status"] as? String == "unconfirmed" && body["phoneVerified"] as? Bool == false)
        #expect(body["program"] == nil)
    }

    /// Any error there signs the user out.
    @Test(arguments: [BusError.unavailable(.identity), .timedOut, .overloaded, .failed("defect")])
    func answersASignedInUserWhenIdentityFails(_ error: BusError) async throws {
        let services = ScriptedServices.riders().answering(GetProfile.self) { _ throws(BusError) in throw error }
        try await withEdge(services) { edge in
            let response = try await edge.request("GET", "/ecovelo/cyclists", headers: Self.rider).expect(200)
            #expect(try json(response.body) == ["id": People.ada.text, "status": "active"])
            #expect(try await edge.request("GET", "/ecovelo/users/me", headers: Self.rider).status >= 500)
        }
    }

    @Test(arguments: ["users/me", "cyclists"])
    func refusesASessionOfAnErasedAccount(_ path: String) async throws {
        let services = ScriptedServices.riders().refusing(GetProfile.self, .accountGone)
        let response = try await services.ask("GET", "/ecovelo/" + path, headers: Self.rider).expect(401)
        #expect(try EcoveloErrorBody(response.body).title == "not_authorized")
    }

    /// The app has its own text for each key, so a closed server must not report a missing program.
    @Test func saysThatAPersonMayNotHaveAnAccount() async throws {
        let services = ScriptedServices.riders().refusing(
            Authenticate.self, .forbidden, "accounts are made by invitation here")
        let response = try await services.ask("GET", "/ecovelo/users/me", headers: Self.rider)
        let body = try EcoveloErrorBody(response.body)
        #expect(response.status == 403 && body.code == "FORBIDDEN" && body.title == "not_authorized")
    }

    @Test func erasesTheAccount() async throws {
        let services = ScriptedServices.riders()
        try await withEdge(services) { edge in
            let response = try await edge.request("DELETE", "/ecovelo/users/me", headers: Self.rider)
            #expect(try json(response.body) == ["id": People.ada.text, "status": "deleted"])
            // The feeds announce it later; here it has effect at once.
            #expect(try await edge.request("GET", "/ecovelo/users/me", headers: Self.rider).status == 401)
        }
        #expect(services.received(EraseOwnAccount.self).map(\.account) == [People.ada])
        #expect(services.received(EraseOwnAccount.self).map(\.session) == [People.phone])
    }

    @Test func saysThatTheErasureCanBeCancelled() async throws {
        let services = ScriptedServices.riders()
        services.on(EraseOwnAccount.self) { _ in EraseAccount.Reply(dueAt: People.now.adding(seconds: 60)) }
        try await withEdge(services) { edge in
            let response = try await edge.request("DELETE", "/ecovelo/users/me", headers: Self.rider)
            #expect(try json(response.body) == ["id": People.ada.text, "status": "deletion_requested"])
        }
    }

    // MARK: Phone

    @Test(
        arguments: ["users/me/phone", "cyclists"],
        [#"{"phoneNumber":"+33"}"#, #"{"phone_number":"+33"}"#, #"{"phone":"+33","code":null}"#])
    func sendsACode(_ path: String, _ body: String) async throws {
        let (response, message) = try await ScriptedServices.riders().post(
            "/ecovelo/" + path, body, headers: Self.rider, for: RequestPhoneCode.self)
        #expect(
            try json(response.body) == [
                "id": People.ada.text, "phone": "+33612345678", "phoneVerified": false,
                "expiresAt": "2026-01-31T12:10:00Z", "nextAt": "2026-01-31T12:01:00Z",
            ])
        #expect(message.account == People.ada && message.phone.value == "+33")
    }

    @Test(arguments: [
        ("users/me/phone", "{}", 400, "missing_parameter"),
        ("cyclists", #"{"phone":""}"#, 400, "missing_parameter"),
        ("users/me/phone", #"{"phone":"06"}"#, 400, "invalid_phone_number"),
        ("users/me/phone", #"{"phone":6}"#, 400, "invalid_request"), ("cyclists", "[]", 400, "invalid_request"),
        ("users/me/phone/confirm", "{}", 400, "missing_parameter"),
        ("users/me/phone/confirm", #"{"code":"123457"}"#, 400, "code_mismatch"),
        ("cyclists/confirm", #"{"code":"000000"}"#, 400, "code_expired"),
        ("cyclists/confirm", #"{"code":"999999"}"#, 429, "limit_exceeded"),
    ])
    func namesWhatIsWrong(_ path: String, _ body: String, _ status: Int, _ title: String) async throws {
        let response = try await ScriptedServices.riders().post("/ecovelo/" + path, body, headers: Self.rider)
        #expect(response.status == status)
        #expect(try EcoveloErrorBody(response.body).title == title)
        #expect(response.header("Retry-After") == (status == 429 ? "60" : nil))
    }

    @Test(arguments: ["users/me/phone/confirm", "cyclists/confirm"])
    func confirmsTheNumber(_ path: String) async throws {
        let response = try await ScriptedServices.riders().post(
            "/ecovelo/" + path, #"{"code":"123456"}"#, headers: Self.rider)
        #expect(try json(response.body)["status"] as? String == "active")
    }

    @Test(arguments: ["users/me/phone", "cyclists"])
    func removesTheNumber(_ path: String) async throws {
        let services = ScriptedServices.riders()
        let response = try await services.ask("DELETE", "/ecovelo/" + path, headers: Self.rider)
        #expect(try json(response.body)["status"] as? String == "unconfirmed")
        #expect(services.received(RemovePhone.self).count == 1 && services.received(EraseOwnAccount.self).isEmpty)
    }
}

@Suite(.timeLimit(.minutes(10))) struct EcoveloFormTests {
    @Test(arguments: ErrorCode.allCases)
    func hasAKeyForEveryError(_ code: ErrorCode) {
        let error = EdgeError(code, "")
        let known: [ErrorCode: EcoveloErrorKey] = [
            .codeExpired: .codeExpired, .codeMismatch: .codeMismatch, .phoneNotVerified: .phoneNumberNotVerified,
            .forbidden: .notAuthorized, .rateLimited: .tooManyRequests,
        ]
        let usual = error.status == .unauthorized ? "not_authorized" : code.rawValue.lowercased()
        #expect(error.ecoveloKey == known[code]?.rawValue ?? usual)
        #expect(!error.textForPeople.isEmpty)
    }

    @Test(arguments: ["/ecovelo/ecovelo-sdk.js", "/ecovelo-sdk.js"])
    func servesTheShim(_ path: String) async throws {
        try await withEdge { edge in
            let response = try await edge.request("GET", path, headers: [("Origin", "https://host.example")])
            #expect(response.status == 200 && response.header("Content-Type") == "text/javascript; charset=utf-8")
            #expect(response.header("X-Content-Type-Options") == "nosniff")
            #expect(response.header("Cache-Control") == "public, max-age=3600")
            #expect(response.header("Access-Control-Allow-Origin") == "*")
            #expect(response.body == String(buffer: EmbeddedDocument.ecoveloSDK.content))
            let tag = try #require(response.header("ETag"))
            #expect(try await edge.request("GET", path, headers: [("If-None-Match", tag)]).status == 304)
            let refused = try await edge.request("POST", path)
            #expect(refused.status == 405 && refused.header("Allow") == "GET, HEAD, OPTIONS")
            #expect(try EcoveloErrorBody(refused.body).title == "method_not_allowed")
        }
    }

    /// A browser tests its behaviour; this tests that it does not even mention these.
    @Test(arguments: [
        "localStorage", "sessionStorage", "document.cookie", "indexedDB", "eval(", "innerHTML", "XMLHttpRequest(",
    ])
    func theShimKeepsToMemory(_ word: String) {
        #expect(!String(buffer: EmbeddedDocument.ecoveloSDK.content).contains(word))
    }
}

@Suite(.timeLimit(.minutes(10))) struct DevicesTests {
    private static let ada = ("Authorization", "ada")

    private func register(
        _ body: String, on services: ScriptedServices, _ headers: [(String, String)] = []
    ) async throws -> TestResponse {
        try await services.ask(
            "POST", "/ecovelo/devices", headers: [Self.ada, ("Content-Type", "application/json")] + headers,
            body: body)
    }

    /// The page's origin reveals the system, unless the app sends it.
    @Test(
        arguments: [
            ("capacitor://localhost", nil, "ios"), ("https://localhost", nil, "android"), (nil, nil, "android"),
            ("https://localhost", "ios", "ios"), ("capacitor://localhost", "toaster", "ios"),
        ] as [(String?, String?, String)])
    func areRegistered(_ origin: String?, _ platform: String?, _ registered: String) async throws {
        let services = ScriptedServices.riders()
        let headers = [("Origin", origin), ("X-Meeshy-Platform", platform)].compactMap { name, value in
            value.map { (name, $0) }
        }
        let response = try await register(#"{"token":"fcm:0123456789"}"#, on: services, headers).expect(200)
        #expect(response.body == #"{"id":"t1","platform":"ios","createdAt":"2026-01-01T00:00:00Z"}"#)
        let message = try #require(services.received(RegisterPushToken.self).first)
        #expect(message.account == People.ada && message.session == People.phone)
        #expect(message.token.value == "fcm:0123456789" && message.platform == registered)
    }

    @Test(arguments: [
        ("{}", "missing_parameter"), (#"{"token":null}"#, "missing_parameter"),
        (#"{"token":"x"}"#, "invalid_request"), (#"{"token":7}"#, "invalid_request"),
    ])
    func areRefused(_ body: String, _ title: String) async throws {
        let services = ScriptedServices.riders()
        let response = try await register(body, on: services).expect(400)
        #expect(try EcoveloErrorBody(response.body).title == title)
        #expect(services.received(RegisterPushToken.self).isEmpty)
    }

    /// An unknown token must not make a sign-out fail.
    @Test(arguments: [true, false])
    func areRemoved(_ isThere: Bool) async throws {
        let services = ScriptedServices.riders()
        services.on(RemovePushTokens.self) { _ in RemovePushTokens.Reply(count: isThere ? 1 : 0) }
        let response = try await services.ask("DELETE", "/ecovelo/devices/fcm%3A0123456789", headers: [Self.ada])
        #expect(response.status == 200 && response.body == #"{"deleted":\#(isThere)}"#)
        let message = try #require(services.received(RemovePushTokens.self).first)
        guard case .token(let token) = message.which else {
            Issue.record("the token was not named")
            return
        }
        #expect(token.value == "fcm:0123456789")
    }
}
