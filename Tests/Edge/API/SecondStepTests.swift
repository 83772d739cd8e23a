@testable import Edge

@Suite("A sign-in of two steps", .timeLimit(.minutes(10))) struct SecondStepTests {
    private func services() -> ScriptedServices {
        let services = ScriptedServices.ofAda().answering(SignIn.self) { _ throws(BusError) in
            throw .refused(ServiceError(.secondStepNeeded, "show a code", ticket: Personal("sealed")))
        }
        return services
    }

    @Test("A sign-in that needs a second step is answered 403 with a ticket")
    func refusal() async throws {
        let answer = try await services().post("/api/v1/auth/login", #"{"username":"ada","password":"p"}"#).expect(403)
        answer.expect(
            body: #"{"error":"SECOND_STEP_REQUIRED","message":"Show a code.","code":"SECOND_STEP_REQUIRED","#
                + #""title":"second_step_required","requestId":"\#(answer.requestID)","ticket":"sealed"}"#)
    }

    @Test("The ticket and one code of either kind finish a sign-in")
    func finished() async throws {
        let services = services()
        try await withEdge(services) { edge in
            for body in [#"{"ticket":"t","code":"123 456"}"#, #"{"ticket":"t","recoveryCode":"ABCD"}"#] {
                let answer = try await edge.post("/api/v1/auth/second-step", body)
                #expect(answer.status == 200, "\(answer.body)")
            }
            for body in [#"{"ticket":"t"}"#, #"{"ticket":"t","code":"1","recoveryCode":"A"}"#, #"{"code":"1"}"#] {
                try await edge.post("/api/v1/auth/second-step", body).expect(400)
            }
        }
        let shown = services.received(TakeSecondStep.self)
        #expect(shown.map { $0.ticket.value } == ["t", "t"])
        #expect(shown.map { $0.shownCode?.value } == ["123 456", nil])
        #expect(shown.map { $0.recoveryCode?.value } == [nil, "ABCD"])
    }

    @Test("A change of the second step takes exactly one proof")
    func proofs() async throws {
        let services = services()
        let passkey = #"{"id":"-_8","response":{"clientDataJSON":"e30","authenticatorData":"AQ","signature":"Ag"}}"#
        try await withEdge(services) { edge in
            for (body, status) in [
                (#"{"password":"p"}"#, 200), (#"{"passkey":\#(passkey)}"#, 200), ("{}", 200),
                (#"{"passkey":\#(passkey),"password":"p"}"#, 400), (#"{"passkey":\#(passkey),"nonce":"n"}"#, 400),
                (#"{"passkey":{"id":"*","response":{}}}"#, 400), (#"{"code":"1"}"#, 400),
            ] {
                let answer = try await edge.request("DELETE", "/api/v1/users/me/totp", body: body)
                #expect(answer.status == status, "\(body): \(answer.body)")
            }
        }
        let proofs = services.received(Proven<RemoveTOTP>.self).compactMap(\.proof)
        #expect(proofs.map { $0.password?.value } == ["p", nil, nil])
        #expect(proofs.map { $0.assertion?.signature } == [nil, [2], nil])
        #expect(proofs.allSatisfy { $0.identityToken == nil })
    }
}
