extension EndToEnd {
    @Suite("Single sign-on") struct SignOn {
        @Test("After a logout at the provider, tokens from before stay refused", arguments: Shape.standard)
        func logout(shape: Shape) async throws {
            try await RunningBalise.trusting(shape) { balise, issuer in
                let rider = Rider()
                func status(_ token: String) async throws -> Int {
                    try await balise.ecovelo(.GET, "users/me", token: token).status
                }
                func publish(_ session: String?, age: Int64) async throws -> Int {
                    let time = OpenIDIssuer.secondsNow() - age
                    let token = try issuer.logoutToken(
                        subject: session == nil ? rider.subject : nil, session: session, at: time)
                    return try await balise.oauth("backchannel-logout", ["logout_token": token]).status
                }
                let one = try rider.token(of: issuer, session: "sid-1", age: 40)
                let unused = try rider.token(of: issuer, session: "sid-1", age: 39)
                let other = try rider.token(of: issuer, session: "sid-2", age: 40)
                #expect(try await status(one) == 200)
                #expect(try await status(other) == 200)
                #expect(try await balise.oauth("backchannel-logout", ["logout_token": one]).status == 400)
                #expect(try await publish("sid-1", age: 30) == 200)
                try await eventually("the session ends") { try await status(one) == 401 }
                #expect(try await status(unused) == 401)
                #expect(try await status(other) == 200)
                // A user who signs in there again gets another session.
                let second = try rider.token(of: issuer, session: "sid-1", age: 20)
                #expect(try await status(second) == 200)
                #expect(try await publish(nil, age: 10) == 200)
                try await eventually("all sessions end") {
                    let statuses = [try await status(second), try await status(other)]
                    return statuses == [401, 401]
                }
                try await balise.killAndRestart(shape.sessions)
                try await eventually("people are let in again") {
                    try await status(try rider.token(of: issuer, session: "sid-3")) == 200
                }
                for token in [one, unused, other, second] { #expect(try await status(token) == 401) }
            }
        }
    }
}
