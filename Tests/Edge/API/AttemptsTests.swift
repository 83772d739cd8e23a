@testable import Edge

@Suite(.timeLimit(.minutes(10))) struct AttemptsTests {
    private static let headers = Appwrite.adas + [("Authorization", People.token)]

    /// `{n}` is a new number each time.
    private static let wrongSecrets: [(call: String, body: String, status: Int)] = [
        ("POST /api/v1/auth/login", #"{"username":"ada","password":"wrong"}"#, 401),
        ("POST /api/v1/auth/authenticate", #"{"email":"a@b.c","password":"wrong"}"#, 401),
        ("POST /api/v1/auth/refresh", #"{"token":"wrong"}"#, 401),
        ("POST /api/v1/auth/apple", #"{"identityToken":"wrong"}"#, 401),
        ("POST /api/v1/auth/apple/notifications", #"{"payload":"wrong"}"#, 401),
        ("POST /api/v1/auth/reset-password", #"{"token":"wrong","newPassword":"secret"}"#, 400),
        ("POST /api/v1/users/change-password", #"{"oldPassword":"wrong","newPassword":"secret"}"#, 403),
        ("POST /api/v1/users/me/location-devices", #"{"device":"d","deviceKey":"wrong"}"#, 403),
        ("POST /api/v1/auth/email-code/verify", #"{"email":"a@b.c","code":"12345678"}"#, 400),
        ("POST /ecovelo/cyclists/confirm", #"{"code":"1"}"#, 400),
        ("POST /v1/account/sessions/email", #"{"email":"person{n}@b.c","password":"secret-7"}"#, 401),
        // Names are tested no faster than passwords, because "taken" reveals an account.
        ("POST /api/v1/auth/register", #"{"email":"a@b.c","password":"something-long"}"#, 409),
        ("PUT /api/v1/users/profile", #"{"email":"new@b.c","currentPassword":"secret-7"}"#, 409),
        ("PATCH /api/v1/users/me", #"{"username":"new","currentPassword":"secret-7"}"#, 409),
        ("PATCH /v1/account/email", #"{"email":"new@b.c","password":"secret-7"}"#, 409),
    ]

    private static var signedIn: SignedIn { People.signedIn() }

    private func services(for call: String = "") -> ScriptedServices {
        let services = call.contains(" /v1/") ? ScriptedServices.appwrite() : .riders()
        let wrong = BusError.refused(ServiceError(.wrongCredentials, ""))
        let unknown = BusError.refused(ServiceError(.invalidToken, ""))
        let taken = BusError.refused(ServiceError(.duplicate, ""))
        services.on(SignIn.self) { _ throws(BusError) in throw wrong }
        services.on(SignInWithApple.self) { _ throws(BusError) in throw unknown }
        services.on(TakeAppleNotification.self) { _ throws(BusError) in throw unknown }
        services.on(RefreshSession.self) { _ throws(BusError) in throw unknown }
        services.on(ResetPassword.self) { _ throws(BusError) in throw unknown }
        services.on(ChangePassword.self) { _ throws(BusError) in throw wrong }
        services.on(SignInWithEmailCode.self) { _ throws(BusError) in throw .refused(ServiceError(.codeMismatch, "")) }
        services.on(Register.self) { _ throws(BusError) in throw taken }
        services.on(UpdateProfile.self) { _ throws(BusError) in throw taken }
        return services
    }

    private func expect(
        _ bound: Int, of call: String, _ body: String, _ status: Int, _ services: ScriptedServices
    ) async throws {
        let (method, path) = (String(call.prefix { $0 != " " }), String(call.drop { $0 != " " }.dropFirst()))
        try await withEdge(services) { edge in
            for number in 0...bound {
                let response = try await edge.request(
                    method, path, headers: Self.headers + [("Content-Type", "application/json")],
                    body: body.replacing("{n}", with: "\(number)")
                ).expect(number < bound ? status : 429)
                guard number == bound else { continue }
                #expect(response.header("Retry-After").flatMap { Int($0) }.map { (1...60).contains($0) } == true)
                if path.hasPrefix("/api/") { #expect(try APIErrorBody(response.body).code == "RATE_LIMITED") }
            }
        }
    }

    @Test(arguments: wrongSecrets)
    func limitsWrongSecrets(_ wrong: (call: String, body: String, status: Int)) async throws {
        try await expect(30, of: wrong.call, wrong.body, wrong.status, services(for: wrong.call))
    }

    /// A user who shares an address with an attacker still gets in with a right secret, even one new to the edge.
    @Test func acceptsRightSecretsAfterWrongOnesOfOthers() async throws {
        let services = services()
        services.on(SignIn.self) { message throws(BusError) in
            guard message.password.value == "right" else { throw .refused(ServiceError(.wrongCredentials, "")) }
            return Self.signedIn
        }
        services.on(RefreshSession.self) { message throws(BusError) in
            guard message.token.value == "right" else { throw .refused(ServiceError(.invalidToken, "")) }
            return RefreshSession.Reply(account: People.ada, session: People.phone, tokens: People.rotating)
        }
        try await withEdge(services) { edge in
            for number in 0..<40 {
                _ = try await edge.post("/api/v1/auth/refresh", #"{"token":"wrong"}"#)
                _ = try await edge.post("/api/v1/auth/login", #"{"username":"ada","password":"wrong"}"#)
                _ = try await edge.request("GET", "/api/v1/users/me", headers: [("Authorization", "wrong\(number)")])
            }
            let login = #"{"username":"ada","password":"right"}"#
            try await edge.request("GET", "/api/v1/users/me", headers: [("Authorization", "wrong")]).expect(429)
            for _ in 0..<3 {
                #expect(try await edge.post("/api/v1/auth/login", login).status == 200)
                #expect(try await edge.post("/api/v1/auth/refresh", #"{"token":"right"}"#).status == 200)
                #expect(try await edge.request("GET", "/api/v1/users/me", headers: Self.headers).status == 200)
                // Identity limits the checks of codes, by phone number.
                try await edge.post(
                    "/ecovelo/cyclists/confirm", #"{"code":"123456"}"#, headers: Self.headers
                ).expect(200)
            }
        }
    }

    /// An attempt that a service refused as too many counts for its address too.
    @Test func countsAttemptsThatAServiceRefusedAsTooMany() async throws {
        let services = services()
        services.on(SignIn.self) { _ throws(BusError) in throw .refused(ServiceError(.rateLimited, "", retryAfter: 1)) }
        try await withEdge(services) { edge in
            for _ in 0..<31 {
                let status = try await edge.post("/api/v1/auth/login", Self.wrongSecrets[0].body).status
                #expect(status == 429)
            }
        }
        #expect(services.received(SignIn.self).count == 31)
    }

    /// A right secret, a malformed request and a change without a name use no attempt.
    @Test(arguments: [
        ("POST", "auth/login", #"{"username":"ada","password":"right"}"#, 200),
        ("POST", "auth/login", #"{"username":"ada"}"#, 400), ("PATCH", "users/me", #"{"firstName":"Ada"}"#, 200),
    ])
    func countsNothingElse(_ method: String, _ path: String, _ body: String, _ status: Int) async throws {
        try await withEdge(.people()) { edge in
            for _ in 0..<70 {
                try await edge.request(
                    method, "/api/v1/" + path, headers: Self.headers + [("Content-Type", "application/json")],
                    body: body
                ).expect(status)
            }
        }
    }

    /// Accounts, links, codes and new names are counted, successful or not.
    @Test(arguments: [
        ("POST /api/v1/auth/register", #"{"username":"ada","password":"secret1"}"#, 201),
        ("POST /api/v1/auth/forgot-password", #"{"email":"a@b.c"}"#, 200),
        ("POST /api/v1/forgot-password-logs", #"{"email":"a@b.c"}"#, 200),
        ("PUT /api/v1/users/profile", #"{"email":"new@b.c","currentPassword":"secret-7"}"#, 200),
        ("PATCH /api/v1/users/me", #"{"username":"new","currentPassword":"secret-7"}"#, 200),
        ("PATCH /v1/account/email", #"{"email":"new@b.c","password":"secret-7"}"#, 200),
        // Messages cost money, so each address has a limit, for any user.
        ("POST /ecovelo/cyclists", #"{"phone":"+33"}"#, 200),
    ])
    func limitsAccountsLinksAndCodes(_ call: String, _ body: String, _ status: Int) async throws {
        try await expect(60, of: call, body, status, call.contains(" /v1/") ? .appwrite() : .riders())
    }
}
