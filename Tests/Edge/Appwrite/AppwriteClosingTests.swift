@testable import Edge

@Suite(.timeLimit(.minutes(10))) struct AppwriteClosingTests {
    private func services(_ signInMethod: SignInMethod, signedIn seconds: Int64) -> ScriptedServices {
        let services = ScriptedServices.appwrite()
        services.recogniseAda(by: signInMethod, signedIn: seconds)
        return services
    }

    @Test func erasesTheAccount() async throws {
        let services = services(.appwrite, signedIn: 10)
        let response = try await services.ask("PATCH", "/v1/account/status", headers: Appwrite.adas).expect(200)
        #expect(response.object["status"] as? Bool == false && response.text("$id") == People.ada.text)
        #expect(services.received(EraseOwnAccount.self).map(\.account) == [People.ada])
        #expect(response.setCookies.count == 2 && response.setCookies.allSatisfy { $0.contains("=;") })
    }

    /// An anonymous user has no other proof than their session.
    @Test(arguments: [(SignInMethod.appwrite, Int64(301), 401), (.anonymous, 86_400, 200)])
    func asksForANewSession(_ signInMethod: SignInMethod, _ seconds: Int64, _ status: Int) async throws {
        let services = services(signInMethod, signedIn: seconds)
        let response = try await services.ask("PATCH", "/v1/account/status", headers: Appwrite.adas).expect(status)
        #expect(services.received(EraseOwnAccount.self).count == (status == 200 ? 1 : 0))
        guard status == 401 else { return }
        #expect(response.text("message")?.contains("Create a new session") == true)
    }

    /// Appwrite's apps read no other form, and Balise serves only a part of that API.
    @Test(
        arguments: ["/v1/teams", "/v1/storage/buckets/b/files", "/v1/avatars/initials", "/v1/", "/v1/functions"],
        ["GET", "POST"])
    func refusesTheRestInItsForm(_ path: String, _ method: String) async throws {
        let (its, others) = try await withEdge { edge in
            (
                try await edge.request(method, path, headers: [("X-Appwrite-Project", "familysync")]),
                try await edge.request(method, path)
            )
        }
        #expect(its.status == 404 && its.errorType == "general_route_not_found")
        #expect(others.status == 404 && others.errorType == nil)
    }

    @Test(arguments: ["no address", "@b.c", "a@", "a@b@c", "a b@c.d", "", "a@\u{0007}b"])
    func namesTheParameterThatIsWrong(_ email: String) async throws {
        let escaped = email.replacing("\u{0007}", with: "\\u0007")
        let bodies = [
            ("POST", "/v1/account", #"{"userId":"unique()","email":"\#(escaped)","password":"secret-7"}"#),
            ("PATCH", "/v1/account/email", #"{"email":"\#(escaped)","password":"secret-7"}"#),
        ]
        for (method, path, body) in bodies {
            let response = try await ScriptedServices.appwrite().ask(
                method, path, headers: Appwrite.adas + [("Content-Type", "application/json")], body: body)
            #expect(response.status == 400 && response.errorType == "general_argument_invalid")
            #expect(
                response.text("message")?.hasPrefix("Invalid `email` param: Value must be a valid email address: ")
                    == true
            )
        }
    }

    @Test(
        "A user signs in with an e-mail address that new accounts cannot have",
        arguments: ["Ada@example.org.", ".a@b.c"])
    func takesOlderAddresses(_ email: String) async throws {
        let services = ScriptedServices.appwrite()
        let body = #"{"email":"\#(email)","password":"secret-7"}"#
        try await withEdge(services) { edge in
            #expect(try await edge.post("/v1/account/sessions/email", body).status == 201)
            let none = try await edge.post("/v1/account/sessions/email", #"{"email":"ada","password":"secret-7"}"#)
            #expect(none.text("message") == "Invalid `email` param: Value must be a valid email address")
        }
        #expect(services.received(SignIn.self).map(\.login.value) == [email.lowercased()])
    }
}
