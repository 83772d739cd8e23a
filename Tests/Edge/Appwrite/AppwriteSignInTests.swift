@testable import Edge

@Suite(.timeLimit(.minutes(10))) struct AppwriteSignInTests {
    private static let credentials =
        #"{"email":"Apple_0123456789ABCDEF0123456789abcd@FamilySync.anonymous","password":"secret-7"}"#
    private static let forwarded = [("X-Forwarded-For", "203.0.113.7"), ("X-Forwarded-Proto", "https")]

    private func signIn(
        _ services: ScriptedServices = .appwrite(), headers: [(String, String)] = [],
        at path: String = "/v1/account/sessions/email", configure: (inout Settings) -> Void = { _ in }
    ) async throws -> TestResponse {
        try await withEdge(services, configure: configure) { edge in
            try await edge.post(path, Self.credentials, headers: headers)
        }
    }

    @Test func signsInByItsOwnMethod() async throws {
        let services = ScriptedServices.appwrite()
        let response = try await signIn(services).expect(201)
        let message = try #require(services.received(SignIn.self).first)
        #expect(message.login.value == Appwrite.email && message.password.value == "secret-7")
        #expect(message.signInMethod == .appwrite && message.kind == .opaque && message.isRemembered)
        // The secret is in the cookies only.
        #expect(response.text("secret") == "" && !response.body.contains("bs_secret"))
    }

    @Test func showsTheSession() async throws {
        let session = try await signIn().object
        #expect(session["$id"] as? String == People.desktop.text)
        #expect(session["userId"] as? String == People.ada.text)
        #expect(session["provider"] as? String == "email")
        #expect(session["current"] as? Bool == true)
        #expect(session["factors"] as? [String] == ["password"])
        #expect(session["ip"] as? String == "")
        #expect(session["expire"] as? String == "2027-01-31T12:00:00.789+00:00")
    }

    @Test(
        "A sign-in sets two cookies, Secure for clients over https",
        arguments: [(true, forwarded, true), (false, forwarded, false), (true, [("X-Forwarded-Proto", "http")], false)])
    func cookies(_ isTrusted: Bool, _ headers: [(String, String)], _ isSecure: Bool) async throws {
        let response = try await signIn(headers: headers) {
            if isTrusted { $0.http.trustedProxies = [IPAddressRange("127.0.0.1")!] }
        }
        let value = Appwrite.session("bs_secret")
        let attributes =
            "; Expires=Sun, 31 Jan 2027 12:00:00 GMT; Path=/; HttpOnly\(isSecure ? "; Secure" : ""); SameSite=Lax"
        #expect(
            response.setCookies == [
                "a_session_familysync_legacy=\(value)\(attributes)", "a_session_familysync=\(value)\(attributes)",
            ])
        #expect(response.header("X-Fallback-Cookies") == nil)
    }

    @Test func cookiesAsConfigured() async throws {
        let response = try await signIn {
            $0.appwrite.sameSite = .none
            $0.appwrite.project = "my-app"
            $0.appwrite.fallbackCookies = true
        }
        #expect(
            response.setCookies.map { String($0.prefix { $0 != "=" }) } == [
                "a_session_my-app_legacy", "a_session_my-app",
            ])
        #expect(response.setCookies.allSatisfy { $0.hasSuffix("; SameSite=None") })
        let encoded = ShownSession(account: People.ada, secret: SecretText("bs_secret")).encoded.value
        #expect(response.header("X-Fallback-Cookies") == #"{"a_session_my-app":"\#(encoded)"}"#)
    }

    @Test(
        "A new sign-in ends the session that the request still shows",
        arguments: ["/v1/account/sessions", "/v1/account/sessions/email"])
    func replacesSession(_ path: String) async throws {
        let services = ScriptedServices.appwrite()
        try await signIn(services, headers: Appwrite.adas, at: path).expect(201)
        #expect(services.received(EndSession.self).map(\.session) == [People.phone])
        #expect(services.kinds == ["SignIn", "Authenticate", "EndSession"])
    }

    @Test("A sign-in succeeds even if the old session cannot be ended")
    func bearsFailureToReplace() async throws {
        let services = ScriptedServices.appwrite()
        services.on(EndSession.self) { _ throws(BusError) in throw .unavailable(.authSession) }
        #expect(try await signIn(services, headers: Appwrite.adas).status == 201)
        services.on(Authenticate.self) { _ throws(BusError) in throw .unavailable(.authSession) }
        #expect(try await signIn(services, headers: Appwrite.adas).status == 201)
    }

    @Test("A failed sign-in keeps the user signed in")
    func keepsSessionOfWhoFails() async throws {
        let services = ScriptedServices.appwrite().refusing(SignIn.self, .wrongCredentials)
        let response = try await signIn(services, headers: Appwrite.adas)
        #expect(response.status == 401 && response.errorType == "user_invalid_credentials")
        #expect(response.setCookies.isEmpty)
        #expect(services.received(EndSession.self).isEmpty)
    }

    @Test("The edge does not pass on the place and device of a sign-in")
    func tellsNothingOfTheClient() async throws {
        let services = ScriptedServices.appwrite()
        let headers = Self.forwarded + [("X-Meeshy-City", "Paris"), ("User-Agent", "family/1 iPhone16,1 iOS/17")]
        _ = try await signIn(services, headers: headers) { $0.http.trustedProxies = [IPAddressRange("127.0.0.1")!] }
        // Except for the address, for the limits.
        var counted = ClientInfo()
        counted.address = Personal("203.0.113.7")
        #expect(!services.contexts.isEmpty)
        #expect(services.contexts.allSatisfy { $0.client == nil || $0.client == counted })
    }

    @Test func anonymousSessions() async throws {
        let services = ScriptedServices.appwrite()
        let response = try await services.ask("POST", "/v1/account/sessions/anonymous", headers: [("Content-Type", "")])
        #expect(response.status == 201 && response.text("provider") == "anonymous" && response.setCookies.count == 2)
        #expect(services.received(SignInAnonymously.self).map(\.kind) == [.opaque])
    }

    /// An app that only tests the server must not sign its user out.
    @Test func anonymousSessionsReplaceNone() async throws {
        let services = ScriptedServices.appwrite()
        let response = try await services.ask("POST", "/v1/account/sessions/anonymous", headers: Appwrite.adas)
        #expect(response.status == 401 && response.errorType == "user_session_already_exists")
        #expect(services.received(SignInAnonymously.self).isEmpty)
    }

    @Test("Without auth-session, no anonymous session replaces a session")
    func anonymousSessionsReplaceNoneThatCannotBeAsked() async throws {
        let services = ScriptedServices.appwrite()
        services.on(Authenticate.self) { _ throws(BusError) in throw .unavailable(.authSession) }
        let response = try await services.ask("POST", "/v1/account/sessions/anonymous", headers: Appwrite.adas)
        #expect(response.status == 503 && response.setCookies.isEmpty)
        #expect(services.received(SignInAnonymously.self).isEmpty)
    }

    @Test(
        "The user ends the current or another own session, and no other user's",
        arguments: [
            ("current", 204, People.phone, true), (People.phone.text, 204, People.phone, true),
            (People.desktop.text, 204, People.desktop, false), (People.strangersPhone.text, 404, nil, false),
            ("not%20an%20id", 404, nil, false),
        ] as [(String, Int, SessionID?, Bool)])
    func signsOut(_ name: String, _ status: Int, _ ended: SessionID?, _ clears: Bool) async throws {
        let services = ScriptedServices.appwrite()
        let response = try await services.ask(
            "DELETE", "/v1/account/sessions/" + name,
            headers: Appwrite.adas + [("Content-Type", "application/json")], body: "{}"
        ).expect(status)
        if let ended { #expect(services.received(EndSession.self).map(\.session) == [ended]) }
        if status == 404 { #expect(response.errorType == "user_session_not_found") }
        if status == 204 {
            #expect(response.header("Content-Type") == "text/html; charset=utf-8")
            #expect(response.header("Content-Length") == nil)
        }
        let cleared = "Expires=Thu, 01 Jan 1970 00:00:00 GMT; Path=/; HttpOnly; SameSite=Lax"
        #expect(
            response.setCookies
                == (clears
                    ? ["a_session_familysync_legacy=; \(cleared)", "a_session_familysync=; \(cleared)"] : []))
    }

    @Test func signsOutEverywhere() async throws {
        let (response, message) = try await ScriptedServices.appwrite().ask(
            "DELETE", "/v1/account/sessions", headers: Appwrite.adas, for: EndOtherSessions.self)
        #expect(response.status == 204 && response.setCookies.count == 2)
        #expect(message.account == People.ada && message.kept == nil)
        #expect(message.ends == .announced(known: .session(People.phone)))
    }

    @Test func listsAndReadsSessions() async throws {
        try await withEdge(.appwrite()) { edge in
            let list = try await edge.request("GET", "/v1/account/sessions", headers: Appwrite.adas).object
            #expect(list["total"] as? Int == 2)
            let sessions = list["sessions"] as? [[String: Any]] ?? []
            #expect(sessions.map { $0["$id"] as? String } == [People.phone.text, People.desktop.text])
            #expect(sessions.map { $0["current"] as? Bool } == [true, false])
            let current = try await edge.request("GET", "/v1/account/sessions/current", headers: Appwrite.adas)
            #expect(current.text("$id") == People.phone.text)
            let missing = try await edge.request("GET", "/v1/account/sessions/nope", headers: Appwrite.adas)
            #expect(missing.errorType == "user_session_not_found")
            let extended = try await edge.request("PATCH", "/v1/account/sessions/current", headers: Appwrite.adas)
            #expect(extended.text("$id") == People.phone.text && extended.setCookies.isEmpty)
        }
    }

    @Test(
        "A token is valid for the requested time",
        arguments: [
            ("{}", 900), (nil, 900), (#"{"duration":60}"#, 60), (#"{"duration":0}"#, 1), (#"{"duration":3600}"#, 3600),
            (#"{"duration":3601}"#, nil), (#"{"duration":-1}"#, nil), (#"{"duration":"x"}"#, nil),
            (#"{"duration":1.5}"#, nil),
        ] as [(String?, Int64?)])
    func makesTokens(_ body: String?, _ lifetime: Int64?) async throws {
        let services = ScriptedServices.appwrite()
        let response = try await services.ask("POST", "/v1/account/jwts", headers: Appwrite.adas, body: body)
        #expect(response.status == (lifetime == nil ? 400 : 201))
        #expect(services.received(IssueSessionToken.self).map(\.lifetime) == (lifetime.map { [$0] } ?? []))
        if lifetime != nil { #expect(response.text("jwt") == "a.b.c") }
    }
}

extension ScriptedServices {
    var kinds: [String] { messages.map { String(describing: type(of: $0)) } }
}
