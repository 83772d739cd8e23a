@testable import Edge

@Suite(.timeLimit(.minutes(10))) struct PageSessionTests {
    private static let signIn = #"{"username":"ada","password":"correct horse"}"#
    private static let cookie = "balise=ada"

    @Test(arguments: [false, true])
    func keepsTheTokenInACookie(_ isSecure: Bool) async throws {
        let services = ScriptedServices.people()
        let response = try await withEdge(
            services, configure: { $0.http.trustedProxies = [IPAddressRange("127.0.0.1")!] }
        ) { edge in
            try await edge.callFromPage(
                "POST", "/account/session", Self.signIn,
                headers: isSecure ? [("X-Forwarded-Proto", "https"), ("X-Forwarded-For", "192.0.2.1")] : [])
        }
        #expect(response.status == 200)
        let attributes = "Max-Age=86400; Path=/; HttpOnly; SameSite=Strict"
        #expect(
            response.header("Set-Cookie")
                == (isSecure ? "__Host-balise=jwt; \(attributes); Secure" : "balise=jwt; \(attributes)"))
        #expect(!response.body.contains("jwt") && !response.body.contains("br_next"))
        #expect(response.header("Cache-Control") == "no-store")
        let message = try #require(services.received(SignIn.self).first)
        #expect(message.login.value == "ada" && message.password.value == "correct horse")
        #expect(message.kind == .rotating && !message.isRemembered)
    }

    @Test func signsInWithAPasskey() async throws {
        let services = ScriptedServices.people()
        let body = #"{"id":"AQ","response":{"clientDataJSON":"AQ","authenticatorData":"Ag","signature":"Aw"}}"#
        try await withEdge(services) { edge in
            let response = try await edge.callFromPage("POST", "/account/session/passkey", body)
            #expect(response.status == 200 && !response.body.contains("jwt"))
            #expect(response.header("Set-Cookie") == "balise=jwt; Max-Age=86400; Path=/; HttpOnly; SameSite=Strict")
            let message = try #require(services.received(SignInWithPasskey.self).first)
            #expect(message.assertion.credentialID == [1] && message.kind == .rotating && message.isRemembered == false)
            #expect(message.cancelsErasure == nil)
            let cancelling = #"{"cancelErasure":true,"# + body.dropFirst()
            _ = try await edge.callFromPage("POST", "/account/session/passkey", cancelling)
            #expect(services.received(SignInWithPasskey.self).last?.cancelsErasure == true)
            let foreign = try await edge.request(
                "POST", "/account/session/passkey", headers: [("Content-Type", "application/json")], body: body)
            #expect(foreign.status == 403)
            #expect(try APIErrorBody(foreign.body).code == "FORBIDDEN")
        }
    }

    @Test(arguments: [
        ("registration", #"{"email":"ada@example.org","password":"correct horse staple","timezone":"Europe/Paris"}"#),
        ("email-code", #"{"email":"ada@example.org","code":"12345678"}"#),
    ])
    func signsIn(by way: String, _ body: String) async throws {
        let services = ScriptedServices.people()
        try await withEdge(services) { edge in
            let path = "/account/session/\(way)"
            let response = try await edge.callFromPage("POST", path, body)
            #expect(response.status == 200 && !response.body.contains("jwt"))
            #expect(response.header("Set-Cookie") == "balise=jwt; Max-Age=86400; Path=/; HttpOnly; SameSite=Strict")
            let foreign = try await edge.request(
                "POST", path, headers: [("Content-Type", "application/json")], body: body)
            #expect(foreign.status == 403)
        }
        // The page's cookie holds tokens of one kind, whatever the names of the account.
        let kinds =
            services.received(Register.self).map(\.kind) + services.received(SignInWithEmailCode.self).map(\.kind)
        #expect(kinds == [.rotating])
    }

    @Test(arguments: [nil, false, true] as [Bool?])
    func cancelsAnErasureOnDemand(_ cancels: Bool?) async throws {
        let services = ScriptedServices.people()
        let more = cancels.map { #","cancelErasure":\#($0)"# } ?? ""
        try await withEdge(services) { edge in
            _ = try await edge.callFromPage(
                "POST", "/account/session", #"{"username":"ada","password":"correct horse"\#(more)}"#)
        }
        #expect(services.received(SignIn.self).map(\.cancelsErasure) == [cancels])
    }

    @Test func showsTheStoredDataOfTheUser() async throws {
        let services = ScriptedServices.people().answering(GetProfile.self) { message in
            var profile = People.profile(message.account)
            profile.registration = RegistrationRecord(
                device: "iPhone16,1", location: Personal("Paris, FR"), country: Personal("FR"))
            profile.lastLogin = LoginRecord(
                at: People.now, device: "Meeshy/1", location: Personal("Brest, FR"), ip: Personal("192.0.2.1"))
            profile.passwordChangedAt = People.earlier
            return profile
        }
        let response = try await services.callFromPage("GET", "/account/session", cookie: Self.cookie)
        response.expect(
            body: #"{"success":true,"data":{"id":"\#(People.ada.text)","username":"ada","email":"ada@example.org","#
                + #""displayName":"Ada Lovelace","firstName":"Ada","lastName":"Lovelace","#
                + #""passwordChangedAt":"2026-01-01T00:00:00Z","#
                + #""registration":{"at":"2026-01-01T00:00:00Z","device":"iPhone16,1","location":"Paris, FR"},"#
                + #""lastSignIn":{"at":"2026-01-31T12:00:00Z","device":"Meeshy/1","location":"Brest, FR","#
                + #""address":"192.0.2.1"}}}"#)
    }

    @Test(arguments: [nil, People.now])
    func saysWhetherTheAddressIsConfirmed(_ moment: UnixTime?) async throws {
        let services = ScriptedServices.people().answering(GetProfile.self) { message in
            changing(People.profile(message.account)) { $0.emailVerifiedAt = moment }
        }
        let response = try await services.callFromPage("GET", "/account/session", cookie: Self.cookie)
        #expect(response.body.contains(#""emailVerifiedAt":"2026-01-31T12:00:00Z""#) == (moment != nil))
    }

    @Test func opensTheCallsOfTheApps() async throws {
        let services = ScriptedServices.people()
        try await withEdge(services) { edge in
            for (method, path) in [
                ("GET", "/api/v1/auth/sessions"), ("GET", "/api/v1/push/tokens"),
                ("GET", "/api/v1/users/me/location-devices"), ("DELETE", "/api/v1/auth/sessions"),
                ("GET", "/api/v1/users/me/totp"), ("POST", "/api/v1/users/me/email/verification"),
            ] {
                let cookies = "other=1; \(Self.cookie); balise=stranger"
                #expect(try await edge.callFromPage(method, path, cookie: cookies).status == 200, "\(path)")
            }
            try await edge.callFromPage(
                "DELETE", "/api/v1/users/me", #"{"password":"correct horse"}"#, cookie: Self.cookie
            ).expect(202)
        }
        #expect(services.received(EndOtherSessions.self).map(\.account) == [People.ada])
        #expect(services.received(Proven<EraseAccount>.self).map(\.account) == [People.ada])
    }

    /// The browser would send the cookie, but another page's form or script cannot claim to be this page.
    @Test(
        arguments: [
            [], [("X-Requested-With", "XMLHttpRequest")], [("Origin", "https://evil.example")],
            [("Content-Type", "text/plain"), ("Sec-Fetch-Site", "cross-site")],
        ] as [[(String, String)]])
    func opensNothingForOtherPages(_ headers: [(String, String)]) async throws {
        let services = ScriptedServices.people()
        try await withEdge(services) { edge in
            let shown = headers + [("Cookie", Self.cookie)]
            for (method, path, status) in [
                ("DELETE", "/api/v1/auth/sessions", 401), ("GET", "/api/v1/auth/sessions", 401),
                ("DELETE", "/api/v1/users/me", 401), ("GET", "/account/session", 403),
                ("DELETE", "/account/session", 403), ("POST", "/account/session", 403),
            ] {
                let answered = try await edge.request(method, path, headers: shown).status
                #expect(answered == status, "\(method) \(path)")
            }
        }
        #expect(services.messages.isEmpty)
    }

    /// Without the preflight, the browser sends neither the header nor the cookie.
    @Test(arguments: ["/account/session", "/api/v1/auth/sessions", "/account", "/account/reset"])
    func allowsNoOtherOrigin(_ path: String) async throws {
        let headers = [
            ("Origin", "https://evil.example"), ("Access-Control-Request-Method", "DELETE"),
            ("Access-Control-Request-Headers", "x-requested-with"),
        ]
        try await withEdge(.people()) { edge in
            for method in ["OPTIONS", "GET"] {
                let response = try await edge.request(method, path, headers: headers)
                #expect(response.header("Access-Control-Allow-Origin") == nil)
                #expect(response.header("Access-Control-Allow-Credentials") == nil)
            }
        }
    }

    /// A cookie from another host of the site has another name.
    @Test func looksOverHTTPSOnlyAtTheCookieOfThisHost() async throws {
        try await withEdge(.people(), configure: { $0.http.trustedProxies = [IPAddressRange("127.0.0.1")!] }) { edge in
            for (cookie, status) in [(Self.cookie, 401), ("__Host-balise=ada", 200)] {
                try await edge.callFromPage(
                    "GET", "/account/session", cookie: cookie, headers: [("X-Forwarded-Proto", "https")]
                ).expect(status)
            }
        }
    }

    @Test(arguments: ["/ecovelo/users/me", "/v1/account"])
    func opensNoOtherAPI(_ path: String) async throws {
        try await ScriptedServices.people().callFromPage("GET", path, cookie: Self.cookie).expect(401)
    }

    @Test(arguments: ["ada", "expired", "unknown", "", "a b\"<"])
    func forgetsTheCookieInAnyCase(_ token: String) async throws {
        let services = ScriptedServices.people()
        let response = try await services.callFromPage("DELETE", "/account/session", cookie: "balise=\(token)")
        #expect(response.status == 200)
        #expect(response.header("Set-Cookie") == "balise=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict")
        #expect(services.received(EndSession.self).map(\.session) == (token == "ada" ? [People.phone] : []))
    }

    @Test func saysWhatIsWrongInTheWordsOfTheAPI() async throws {
        let services = ScriptedServices.people().refusing(SignIn.self, .wrongCredentials)
        try await withEdge(services) { edge in
            let wrong = try await edge.callFromPage("POST", "/account/session", Self.signIn).expect(401)
            #expect(try APIErrorBody(wrong.body).code == "INVALID_CREDENTIALS")
            #expect(wrong.header("Set-Cookie") == nil)
            try await edge.callFromPage("POST", "/account/session", #"{"password":"x"}"#).expect(400)
        }
    }
}
