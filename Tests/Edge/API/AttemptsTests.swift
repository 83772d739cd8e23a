// How often one address may try what takes a secret.

import MessageBus
import Models
import Testing

@testable import Edge

@Suite(.timeLimit(.minutes(10))) struct AttemptsTests {
    private static let headers = [("Authorization", People.token)]

    /// A call with a wrong secret in it, and what the service says to that.
    private static let wrongSecrets: [(path: String, body: String, status: Int)] = [
        ("auth/login", #"{"username":"ada","password":"wrong"}"#, 401),
        ("auth/authenticate", #"{"email":"a@b.c","password":"wrong"}"#, 401),
        ("auth/refresh", #"{"token":"wrong"}"#, 401), ("auth/apple", #"{"identityToken":"wrong"}"#, 401),
        ("auth/apple/notifications", #"{"payload":"wrong"}"#, 401),
        ("auth/reset-password", #"{"token":"wrong","newPassword":"secret"}"#, 400),
        ("users/change-password", #"{"oldPassword":"wrong","newPassword":"secret"}"#, 403),
        ("users/me/location-devices", #"{"device":"d","deviceKey":"wrong"}"#, 403),
        ("auth/email-code/verify", #"{"email":"a@b.c","code":"12345678"}"#, 400),
        // Names are looked for no faster than passwords.
        ("auth/register", #"{"email":"a@b.c","password":"something-long"}"#, 409),
    ]

    private static var signedIn: SignedIn { People.signedIn() }

    private func services() -> ScriptedServices {
        let services = ScriptedServices.people()
        let wrong = BusError.refused(ServiceError(.wrongCredentials, ""))
        let unknown = BusError.refused(ServiceError(.invalidToken, ""))
        services.on(SignIn.self) { _ throws(BusError) in throw wrong }
        services.on(SignInWithApple.self) { _ throws(BusError) in throw unknown }
        services.on(TakeAppleNotification.self) { _ throws(BusError) in throw unknown }
        services.on(RefreshSession.self) { _ throws(BusError) in throw unknown }
        services.on(ResetPassword.self) { _ throws(BusError) in throw unknown }
        services.on(ChangePassword.self) { _ throws(BusError) in throw wrong }
        services.on(SignInWithEmailCode.self) { _ throws(BusError) in throw .refused(ServiceError(.codeMismatch, "")) }
        services.on(Register.self) { _ throws(BusError) in throw .refused(ServiceError(.duplicate, "")) }
        return services
    }

    /// Thirty wrong secrets a minute, of whatever kind, then another wrong one is told to wait.
    @Test(arguments: wrongSecrets)
    func bearsSoManyWrongSecrets(_ call: (path: String, body: String, status: Int)) async throws {
        try await withEdge(services()) { edge in
            for _ in 0..<30 {
                #expect(
                    try await edge.post("/api/v1/" + call.path, call.body, headers: Self.headers).status == call.status)
            }
            let refused = try await edge.post("/api/v1/" + call.path, call.body, headers: Self.headers)
            #expect(refused.status == 429)
            #expect(try APIErrorBody(refused.body).code == "RATE_LIMITED")
            #expect(refused.header("Retry-After").flatMap { Int($0) }.map { (1...60).contains($0) } == true)
        }
    }

    /// Whoever shares an address with somebody who guesses is let in by whatever is right, also when the edge has never
    /// seen it before.
    @Test func refusesNobodyForWrongSecretsOfOthers() async throws {
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
            let wrong = try await edge.request("GET", "/api/v1/users/me", headers: [("Authorization", "wrong")])
            #expect(wrong.status == 429)
            for _ in 0..<3 {
                #expect(try await edge.post("/api/v1/auth/login", login).status == 200)
                #expect(try await edge.post("/api/v1/auth/refresh", #"{"token":"right"}"#).status == 200)
                #expect(try await edge.request("GET", "/api/v1/users/me", headers: Self.headers).status == 200)
            }
        }
    }

    /// An attempt that a service met with "too many" counts against its address as well.
    @Test func countsWhatComesTooEarly() async throws {
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

    /// Who signs in with what is right, or makes a mistake of form, uses nothing up.
    @Test func countsNothingElse() async throws {
        try await withEdge(.people()) { edge in
            for body in [#"{"username":"ada","password":"right"}"#, #"{"username":"ada"}"#] {
                for _ in 0..<40 {
                    let status = try await edge.post("/api/v1/auth/login", body).status
                    #expect(status == (body.contains("password") ? 200 : 400))
                }
            }
        }
    }

    /// Accounts and links are counted whether they are made or not.
    @Test(arguments: [
        ("auth/register", #"{"username":"ada","password":"secret1"}"#), ("auth/forgot-password", #"{"email":"a@b.c"}"#),
        ("forgot-password-logs", #"{"email":"a@b.c"}"#),
    ])
    func bearsSoManyAccountsAndLinks(_ path: String, _ body: String) async throws {
        try await withEdge(.people()) { edge in
            for _ in 0..<60 { #expect(try await edge.post("/api/v1/" + path, body).status < 300) }
            let refused = try await edge.post("/api/v1/" + path, body)
            #expect(refused.status == 429)
            #expect(try APIErrorBody(refused.body).code == "RATE_LIMITED")
        }
    }
}
