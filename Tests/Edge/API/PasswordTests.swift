@testable import Edge

@Suite(.timeLimit(.minutes(10))) struct PasswordTests {
    private static let plain = #"{"oldPassword":"secret1","newPassword":"secret2"}"#

    private func change(_ services: ScriptedServices, _ body: String) async throws -> TestResponse {
        try await services.post("/api/v1/users/change-password", body)
    }

    @Test func offersToEndOtherSessions() async throws {
        let services = ScriptedServices.ofAda()
        let response = try await change(services, Self.plain)
        #expect(response.body == #"{"success":true,"message":"The password is changed.","otherSessions":1,"data":{}}"#)
        #expect(services.received(EndOtherSessions.self).isEmpty)
    }

    @Test(arguments: ["true", "1"])
    func endsOtherSessionsOnDemand(_ flag: String) async throws {
        let services = ScriptedServices.ofAda()
        let body = #"{"currentPassword":"secret1","newPassword":"secret2","endOtherSessions":\#(flag)}"#
        let response = try await change(services, body)
        response.expect(
            body: #"{"success":true,"message":"The password is changed, and the other sessions have ended.","#
                + #""otherSessions":0,"endedSessions":2,"data":{}}"#)
        #expect(services.received(EndOtherSessions.self).map(\.kept) == [People.phone])
    }

    /// After the password has changed, nothing is an error; otherwise the app would retry with the old one.
    @Test(arguments: [request(endingOthers: true), request(endingOthers: false)])
    func succeedsWhenOnlyTheRestFails(_ body: String) async throws {
        let services = ScriptedServices.ofAda()
        services.on(EndOtherSessions.self) { _ throws(BusError) in throw .unavailable(.authSession) }
        services.on(ListSessions.self) { _ throws(BusError) in throw .unavailable(.authSession) }
        let response = try await change(services, body)
        #expect(response.status == 200 && !response.body.contains("otherSessions"))
    }

    private static func request(endingOthers: Bool) -> String {
        #"{"oldPassword":"secret1","newPassword":"secret2","endOtherSessions":\#(endingOthers)}"#
    }

    /// The caller is certainly signed in: a 401 would make an app look for another token and retry.
    @Test func tellsAWrongPasswordFromAWrongToken() async throws {
        let services = ScriptedServices.ofAda().refusing(ChangePassword.self, .wrongCredentials)
        let response = try await change(services, Self.plain).expect(403)
        let body = try APIErrorBody(response.body)
        #expect(body.code == "INVALID_CREDENTIALS" && body.message == "The current password is wrong.")
    }

    @Test(arguments: [ErrorCode.invalidToken, .tokenExpired])
    func refusesAUsedLink(_ code: ErrorCode) async throws {
        let services = ScriptedServices.ofAda().refusing(ResetPassword.self, code)
        let response = try await services.post(
            "/api/v1/auth/reset-password", #"{"token":"pr_x","newPassword":"secret2"}"#
        ).expect(400)
        #expect(
            try APIErrorBody(response.body).message == "This link was already used or has expired. Ask for a new one.")
    }

    /// Links for new passwords go to these names, so a session alone cannot change them.
    @Test func changesANameWithThePasswordOnly() async throws {
        let services = ScriptedServices.ofAda().answering(UpdateProfile.self) { message throws(BusError) in
            guard let password = message.password else { throw .refused(ServiceError(.forbidden, "Show it.")) }
            guard password.value == "right" else { throw .refused(ServiceError(.wrongCredentials, "")) }
            return People.profile(message.account, names: message.names)
        }
        try await withEdge(services) { edge in
            for (more, status) in [
                ("", 403), (#","currentPassword":"wrong""#, 403), (#","currentPassword":"right""#, 200),
            ] {
                try await edge.request(
                    "PUT", "/api/v1/users/profile",
                    body: #"{"email":"new@example.org"\#(more)}"#
                ).expect(status)
            }
        }
        #expect(services.received(UpdateProfile.self).allSatisfy { $0.names.email?.value == "new@example.org" })
        #expect(services.received(UpdateProfile.self).allSatisfy { $0.details.fields == nil })
    }
}
