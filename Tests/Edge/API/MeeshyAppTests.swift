@testable import Edge

private struct Envelope<Payload: Decodable>: Decodable {
    let success: Bool
    let data: Payload
    let error: String?
}

private struct User: Decodable {
    let id: String
    let username: String
    let email: String?
    let firstName: String?
    let systemLanguage: String?
}

private struct Tokens: Decodable {
    let user: User?
    let token: String?
    let sessionToken: String?
    let expiresIn: Int?
    let requires2FA: Bool?
}

@Suite(.timeLimit(.minutes(10))) struct MeeshyAppTests {
    private static let headers: [(String, String)] = [
        ("X-Meeshy-Version", "1.0.0"), ("X-Meeshy-Build", "42"), ("X-Meeshy-Platform", "ios"),
        ("X-Meeshy-Device", "iPhone16,1"), ("X-Meeshy-OS", "17.5.1"), ("X-Meeshy-Locale", "fr-FR"),
        ("X-Device-Locale", "fr-FR"), ("X-Meeshy-Timezone", "Europe/Paris"), ("X-Canvas-Caps", "3"),
        ("X-Meeshy-Country", "FR"), ("X-Meeshy-City", "Paris"), ("X-Meeshy-Region", "Île-de-France"),
        ("User-Agent", "Meeshy/42 CFNetwork/1496.0.7 Darwin/23.5.0"),
    ]
    private static let signedIn = headers + [("Authorization", People.token)]

    private func decode<T: Decodable>(_: T.Type, _ response: TestResponse) throws -> T {
        let envelope = try JSONDecoder().decode(Envelope<T>.self, from: Data(response.body.utf8))
        #expect(envelope.success)
        return envelope.data
    }

    @Test func signsIn() async throws {
        let services = ScriptedServices.people()
        let response = try await services.post(
            "/api/v1/auth/login", #"{"username":"ada","password":"secret1","rememberDevice":true}"#,
            headers: Self.headers
        ).expect(200)
        response.expect(
            body: #"{"success":true,"token":"jwt","data":{"user":{"id":"5f0c3a9e7b1d2c4f6a8e0b1d","username":"ada","#
                + #""email":"ada@example.org","firstName":"Ada","lastName":"Lovelace","locale":"fr-FR","#
                + #""createdAt":"2026-01-01T00:00:00Z","updatedAt":"2026-01-31T12:00:00Z"},"sessionToken":"br_next","#
                + #""session":{"id":"c4f6a8e0b1d5f0c3a9e7b1d2","deviceType":"mobile","browserName":null,"osName":"iOS","#
                + #""location":"Paris, FR","isMobile":true,"createdAt":"2026-01-01T00:00:00Z"},"token":"jwt","#
                + #""expiresIn":86400}}"#)
        let tokens = try decode(Tokens.self, response)
        #expect(tokens.token == "jwt" && tokens.sessionToken == "br_next")
        let message = try #require(services.received(SignIn.self).first)
        #expect(message.login.value == "ada" && message.password.value == "secret1" && message.kind == .rotating)
        #expect(message.isRemembered)
        let client = try #require(services.contexts.first?.client)
        #expect(client.region?.value == "Île-de-France" && client.platform == "ios")
    }

    @Test func cancelsAnErasureOrSaysUntilWhenItCan() async throws {
        let services = ScriptedServices.people()
        try await withEdge(services) { edge in
            _ = try await edge.post(
                "/api/v1/auth/login", #"{"username":"ada","password":"p","cancelErasure":true}"#, headers: Self.headers)
            services.refusing(SignIn.self, .erasurePending, "this account is erased on Friday")
            let refused = try await edge.post(
                "/api/v1/auth/login", #"{"username":"ada","password":"p"}"#, headers: Self.headers
            ).expect(403)
            #expect(
                refused.body.contains("ERASURE_PENDING") && refused.body.contains("This account is erased on Friday."))
        }
        #expect(services.received(SignIn.self).map(\.cancelsErasure) == [true, nil])
    }

    @Test(arguments: [(#","rememberDevice":false"#, false), (#","rememberDevice":0"#, false), ("", true)])
    func isRememberedUnlessItSaysOtherwise(_ more: String, _ isRemembered: Bool) async throws {
        let services = ScriptedServices.people()
        _ = try await services.post("/api/v1/auth/login", #"{"username":"ada","password":"s"\#(more)}"#)
        #expect(services.received(SignIn.self).first?.isRemembered == isRemembered)
    }

    @Test func registers() async throws {
        let body = """
            {"username":"ada","password":"secret1","firstName":"Ada","lastName":"Lovelace","email":"Ada@Example.org",
             "phoneNumber":"0612345678","phoneCountryCode":"FR","systemLanguage":"fr","regionalLanguage":"en"}
            """
        let (response, message) = try await ScriptedServices.people().post(
            "/api/v1/auth/register", body, headers: Self.headers, for: Register.self)
        let tokens = try decode(Tokens.self, response)
        #expect(tokens.token == "jwt")
        // Without the refresh token, the app could not continue after a day.
        #expect(tokens.sessionToken == "br_next" && tokens.expiresIn == 86400 && tokens.user?.systemLanguage == "fr")
        #expect(message.kind == .rotating)
        #expect(
            message.names
                == AccountNames(username: "ada", email: Personal("Ada@Example.org"), phone: Personal("0612345678")))
        #expect(message.details.locale == "fr")
        #expect(
            message.details.fields == [
                "phoneCountryCode": Personal(.text("FR")), "systemLanguage": Personal(.text("fr")),
                "regionalLanguage": Personal(.text("en")),
            ])
    }

    /// It sends the access token, and the refresh token if it has one.
    @Test(arguments: [
        (#"{"token":"old.jwt.x","sessionToken":"br_old"}"#, "br_old"), (#"{"token":"old.jwt.x"}"#, "old.jwt.x"),
        (#"{"token":"old.jwt.x","sessionToken":null}"#, "old.jwt.x"),
        (#"{"token":"old.jwt.x","sessionToken":""}"#, "old.jwt.x"),
    ])
    func refreshes(_ body: String, _ shown: String) async throws {
        let services = ScriptedServices.people()
        let response = try await services.post("/api/v1/auth/refresh", body, headers: Self.headers).expect(200)
        let tokens = try decode(Tokens.self, response)
        #expect(tokens.token == "jwt" && tokens.sessionToken == "br_next" && tokens.expiresIn == 86400)
        #expect(tokens.user?.username == "ada")
        #expect(services.received(RefreshSession.self).map(\.token.value) == [shown])
    }

    /// The old token is used up, so the answer must arrive even without the profile, which the app already has.
    @Test(arguments: [BusError.unavailable(.identity), .timedOut])
    func refreshesWithoutIdentity(_ error: BusError) async throws {
        let services = ScriptedServices.people().answering(GetProfile.self) { _ throws(BusError) in throw error }
        let response = try await services.post("/api/v1/auth/refresh", #"{"token":"t"}"#).expect(200)
        let tokens = try decode(Tokens.self, response)
        #expect(tokens.sessionToken == "br_next" && tokens.user == nil)
        let asked = zip(services.messages, services.contexts).first { $0.0 is GetProfile }
        #expect(try #require(asked).1.timeout <= .milliseconds(300))
    }

    /// With only an access token, it gets another access token and no refresh token.
    @Test func refreshesByItsAccessToken() async throws {
        let services = ScriptedServices.people().answering(RefreshSession.self) { _ in
            let tokens = changing(People.rotating) { $0.refreshToken = nil }
            return RefreshSession.Reply(account: People.ada, session: People.phone, tokens: tokens)
        }
        let response = try await services.post("/api/v1/auth/refresh", #"{"token":"t"}"#)
        #expect(response.status == 200 && !response.body.contains("sessionToken"))
    }

    /// A user of the other app has no user name, but this app requires one.
    @Test(arguments: [
        (AccountNames(email: Personal("a@b.c"), phone: Personal("+33")), "a@b.c"),
        (AccountNames(phone: Personal("+33")), "+33"), (AccountNames(), People.ada.text),
    ])
    func showsSomethingForAUserName(_ names: AccountNames, _ shown: String) async throws {
        let services = ScriptedServices.people().answering(GetProfile.self) { People.profile($0.account, names: names) }
        let response = try await services.ask("GET", "/api/v1/auth/me", headers: Self.signedIn)
        struct Payload: Decodable { let user: User }
        #expect(try decode(Payload.self, response).user.username == shown)
    }
}
