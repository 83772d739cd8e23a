@testable import Edge

@Suite("A session of the console", .timeLimit(.minutes(10))) struct ConsoleSessionTests {
    @Test("A link begins one session, with its secret in a cookie for the console's paths")
    func once() async throws {
        let services = ScriptedServices()
        try await withConsole(services) { edge in
            let link = try await edge.link(with: RunningEdge.token)
            let begun = try await edge.callFromConsole("POST", "/console/session", #"{"link":"\#(link)"}"#).expect(200)
            let cookie = try #require(begun.header("Set-Cookie"))
            #expect(cookie.hasPrefix("balise-console="))
            #expect(cookie.hasSuffix("; Max-Age=28800; Path=/console; HttpOnly; SameSite=Strict"))
            #expect(begun.header("Cache-Control") == "no-store")
            let secret = cookie.dropFirst("balise-console=".count).prefix { $0 != ";" }
            #expect(secret.count == 43 && !begun.body.contains(secret) && secret != link)
            #expect(begun.body.contains(#""role":"operator","credential":"operator-token""#))
            for _ in 0..<2 {
                let again = try await edge.callFromConsole("POST", "/console/session", #"{"link":"\#(link)"}"#)
                #expect(again.status == 401 && again.header("Set-Cookie") == nil)
            }
        }
        let audited = services.received(AppendAuditEntry.self).map { "\($0.call.call) \($0.call.outcome)" }
        #expect(
            audited == [
                "CreateConsoleLink begun", "CreateConsoleLink done", "BeginConsoleSession begun",
                "BeginConsoleSession done",
            ])
    }

    @Test("One of many callers who open a link at once gets a session")
    func atOnce() async throws {
        try await withConsole(ScriptedServices()) { edge in
            let link = try await edge.link(with: RunningEdge.token)
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        try await edge.callFromConsole("POST", "/console/session", #"{"link":"\#(link)"}"#).status
                    }
                }
                return try await group.reduce(into: [Int]()) { $0.append($1) }
            }
            #expect(statuses.count { $0 == 200 } == 1)
        }
    }

    @Test("Without the audit log no session begins, and the link is used up")
    func unaudited() async throws {
        let services = ScriptedServices()
        try await withConsole(services) { edge in
            let link = try await edge.link(with: RunningEdge.token)
            services.on(AppendAuditEntry.self) { _ throws(BusError) in throw .refused(ServiceError(.unavailable, "")) }
            for status in [503, 401] {
                let answer = try await edge.callFromConsole("POST", "/console/session", #"{"link":"\#(link)"}"#)
                #expect(answer.status == status && answer.header("Set-Cookie") == nil)
            }
        }
    }

    @Test("A link expires after 5 minutes, a session after an hour without use and after eight hours")
    func ends() async throws {
        let clock = SetClock()
        try await withConsole(ScriptedServices(), clock: clock) { edge in
            let link = try await edge.link(with: RunningEdge.token)
            let cookie = try await edge.cookie()
            let unused = try await edge.cookie()
            clock.advance(seconds: 301)
            #expect(try await edge.callFromConsole("POST", "/console/session", #"{"link":"\#(link)"}"#).status == 401)
            for _ in 0..<14 {
                #expect(try await edge.callFromConsole("GET", "/console/session", cookie: cookie).status == 200)
                clock.advance(seconds: 2000)
            }
            #expect(try await edge.callFromConsole("GET", "/console/session", cookie: unused).status == 401)
            #expect(try await edge.callFromConsole("GET", "/console/session", cookie: cookie).status == 200)
            clock.advance(seconds: 2000)
            #expect(try await edge.callFromConsole("GET", "/console/session", cookie: cookie).status == 401)
        }
    }

    @Test("Signing out ends a session, and so can an operator")
    func ended() async throws {
        try await withConsole(ScriptedServices()) { edge in
            let (mine, theirs) = (try await edge.cookie(), try await edge.cookie())
            let out = try await edge.callFromConsole("DELETE", "/console/session", cookie: theirs).expect(204)
            #expect(out.header("Set-Cookie") == "balise-console=; Max-Age=0; Path=/console; HttpOnly; SameSite=Strict")
            #expect(try await edge.callFromConsole("GET", "/console/session", cookie: theirs).status == 401)
            let listed = try await edge.request("GET", "/console-sessions", headers: [RunningEdge.token])
            let ids = listed.body.matches(of: #/"id":"([\w-]+)"/#).map { String($0.1) }
            #expect(ids.count == 1)
            let path = "/console-sessions/\(ids.first ?? "")"
            let json = [RunningEdge.token, ("Content-Type", "application/json")]
            #expect(try await edge.request("DELETE", path, headers: json).status == 204)
            #expect(try await edge.request("DELETE", path, headers: json).status == 404)
            #expect(try await edge.callFromConsole("GET", "/console/session", cookie: mine).status == 401)
        }
    }

    @Test("A credential has at most eight sessions")
    func bounded() async throws {
        try await withConsole(ScriptedServices()) { edge in
            let first = try await edge.cookie()
            let another = try await edge.cookie(with: ("X-API-Key", "bk_view"))
            for _ in 0..<8 { _ = try await edge.cookie() }
            #expect(try await edge.callFromConsole("GET", "/console/session", cookie: first).status == 401)
            #expect(try await edge.callFromConsole("GET", "/console/session", cookie: another).status == 200)
        }
    }

    @Test("Over https the cookie has a protected name, and only the console's origin can sign in")
    func secure() async throws {
        let origin = "https://console.example"
        try await withConsole(ScriptedServices(), origin: origin) { edge in
            let link = try await edge.link(with: RunningEdge.token)
            let body = #"{"link":"\#(link)"}"#
            #expect(try await edge.callFromConsole("POST", "/console/session", body).status == 403)
            let begun = try await edge.callFromConsole("POST", "/console/session", body, origin: origin)
            let cookie = try #require(begun.header("Set-Cookie"))
            #expect(cookie.hasPrefix("__Secure-balise-console=") && cookie.hasSuffix("; SameSite=Strict; Secure"))
        }
    }
}
