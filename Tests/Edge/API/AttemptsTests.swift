// How often one address may try what takes a secret.

import MessageBus
import Models
import Synchronization
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
        // Names are looked for no faster than passwords.
        ("auth/register", #"{"email":"a@b.c","password":"something-long"}"#, 409),
    ]

    private static var signedIn: SignedIn {
        SignedIn(profile: People.profile(), session: People.session(People.phone), tokens: People.rotating)
    }

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

    /// What comes at once is counted before it is judged: no more is judged side by side than may be wrong. The others
    /// are judged after these, since they may be right.
    @Test(arguments: ["auth/login", "auth/refresh"])
    func judgesNoMoreAtOnceThanMayBeWrong(_ path: String) async throws {
        let services = services()
        let crowd = Crowd(of: 30)
        services.script(SignIn.self) { (_) async throws(BusError) in
            await crowd.pass()
            throw .refused(ServiceError(.wrongCredentials, ""))
        }
        services.script(RefreshSession.self) { (_) async throws(BusError) in
            await crowd.pass()
            throw .refused(ServiceError(.invalidToken, ""))
        }
        let body = Self.wrongSecrets.first { $0.path == path }?.body ?? ""
        try await withEdge(services) { edge in
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<60 {
                    group.addTask { try await edge.post("/api/v1/" + path, body).status }
                }
                return try await group.reduce(into: [Int]()) { $0.append($1) }
            }
            #expect(crowd.most == 30)
            #expect(statuses.count { $0 == 401 } == 30 && statuses.count { $0 == 429 } == 30)
            #expect(services.received(SignIn.self).count + services.received(RefreshSession.self).count == 60)
        }
    }

    /// Who comes in a crowd of guesses waits for a turn, and is let in.
    @Test func letsTheRightOnePassAmongManyWrongOnes() async throws {
        let services = services()
        let crowd = Crowd(of: 30)
        services.script(SignIn.self) { (message) async throws(BusError) in
            guard message.password.value != "right" else { return Self.signedIn }
            await crowd.pass()
            throw .refused(ServiceError(.wrongCredentials, ""))
        }
        try await withEdge(services) { edge in
            let statuses = try await withThrowingTaskGroup(of: Int?.self) { group in
                for number in 0..<100 {
                    let password = number.isMultiple(of: 5) ? "right" : "wrong"
                    group.addTask {
                        let status = try await edge.post(
                            "/api/v1/auth/login", #"{"username":"ada","password":"\#(password)"}"#
                        ).status
                        return password == "right" ? status : nil
                    }
                }
                return try await group.reduce(into: [Int]()) { all, status in
                    if let status { all.append(status) }
                }
            }
            #expect(statuses == Array(repeating: 200, count: 20))
        }
    }

    /// A crowd behind one address waits for its turn, and nobody of it is refused.
    @Test func letsManyRightOnesPassAtOnce() async throws {
        let services = services()
        services.on(SignIn.self) { _ throws(BusError) in Self.signedIn }
        try await withEdge(services) { edge in
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<100 {
                    group.addTask { try await edge.post("/api/v1/auth/login", Self.wrongSecrets[0].body).status }
                }
                return try await group.reduce(into: Set<Int>()) { $0.insert($1) }
            }
            #expect(statuses == [200])
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

/// Lets nobody pass before so many are there, and notes how many were there at a time.
private final class Crowd: Sendable {
    private struct State {
        var waiting: [CheckedContinuation<Void, Never>] = []
        var present = 0
        var most = 0
        var isOpen = false
    }

    private let size: Int
    private let state = Mutex(State())

    init(of size: Int) { self.size = size }

    var most: Int { state.withLock { $0.most } }

    func pass() async {
        await withCheckedContinuation { continuation in
            let ready = state.withLock { state in
                state.present += 1
                state.most = max(state.most, state.present)
                state.waiting.append(continuation)
                if state.present >= size { state.isOpen = true }
                guard state.isOpen else { return [] as [CheckedContinuation<Void, Never>] }
                defer { state.waiting = [] }
                return state.waiting
            }
            for waiter in ready { waiter.resume() }
        }
        state.withLock { $0.present -= 1 }
    }
}
