// How often one address may try what takes a secret.

import MessageBus
import Models
import Synchronization
import Testing

@testable import Edge

@Suite(.timeLimit(.minutes(2))) struct AttemptsTests {
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
    ]

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
        return services
    }

    /// Thirty wrong secrets a minute, of whatever kind, then none is looked at any more, and a right one neither.
    @Test(arguments: wrongSecrets)
    func bearsSoManyWrongSecrets(_ call: (path: String, body: String, status: Int)) async throws {
        let services = services()
        try await withEdge(services) { edge in
            for _ in 0..<30 {
                #expect(
                    try await edge.post("/api/v1/" + call.path, call.body, headers: Self.headers).status == call.status)
            }
            let asked = services.contexts.count
            let refused = try await edge.post("/api/v1/auth/login", Self.wrongSecrets[0].body)
            #expect(refused.status == 429)
            #expect(try APIErrorBody(refused.body).code == "RATE_LIMITED")
            #expect(refused.header("Retry-After").flatMap { Int($0) }.map { (1...60).contains($0) } == true)
            #expect(services.contexts.count == asked)
        }
    }

    /// What comes at once is counted before it is judged, so that it is not more.
    @Test func bearsNoMoreAtOnce() async throws {
        let services = services()
        let judged = Mutex(0)
        services.script(SignIn.self) { (_) async throws(BusError) in
            judged.withLock { $0 += 1 }
            // None is wrong before thirty are being judged.
            while judged.withLock({ $0 }) < 30 { await Task.yield() }
            throw .refused(ServiceError(.wrongCredentials, ""))
        }
        try await withEdge(services) { edge in
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<60 {
                    group.addTask { try await edge.post("/api/v1/auth/login", Self.wrongSecrets[0].body).status }
                }
                return try await group.reduce(into: [Int]()) { $0.append($1) }
            }
            #expect(judged.withLock { $0 } == 30)
            #expect(statuses.count { $0 == 401 } == 30 && statuses.count { $0 == 429 } == 30)
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
        #expect(services.received(SignIn.self).count == 30)
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
