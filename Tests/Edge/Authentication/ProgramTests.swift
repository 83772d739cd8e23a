@testable import Edge

@Suite(.timeLimit(.minutes(10))) struct ProgramTests {
    private static let two = ["breizhgo", "naolib"]

    private func program(_ programs: [String]?, named: String?) -> String? {
        let principal = Principal(
            account: People.ada, session: People.phone, signInMethod: .issuer, expiresAt: nil, programs: programs)
        do throws(EdgeError) {
            return try Caller(principal, showing: ShownCredential(.token(SecretText("t"))), program: named)?.program
        } catch {
            #expect(error.code == .forbidden && error.status == .forbidden)
            #expect(named == nil || !error.message.contains(named ?? ""))
            return "refused"
        }
    }

    @Test(
        "A caller names a program of their credential, unless there is only one",
        arguments: [
            (nil, nil, nil), (nil, "anything", nil),
            (["breizhgo"], nil, "breizhgo"), (["breizhgo"], "breizhgo", "breizhgo"),
            (["breizhgo"], "naolib", "refused"),
            (["breizhgo"], "BREIZHGO", "refused"), (two, nil, nil), (two, "naolib", "naolib"),
            (two, "other", "refused"), ([], nil, "refused"), ([], "breizhgo", "refused"),
        ] as [([String]?, String?, String?)])
    func rule(_ programs: [String]?, _ named: String?, _ program: String?) {
        #expect(self.program(programs, named: named) == program)
    }

    @Test(
        "Every API that reads Authorization checks the program",
        arguments: [
            ("/api/v1/users/me", "FORBIDDEN", "forbidden"), ("/ecovelo/users/me", "FORBIDDEN", "program_not_found"),
            ("/ecovelo/cyclists", "FORBIDDEN", "program_not_found"),
        ])
    func apis(_ path: String, _ code: String, _ title: String) async throws {
        try await withEdge(.riders()) { edge in
            for (token, program, status) in [
                ("of-one", nil, 200), ("of-one", "breizhgo", 200), ("of-one", "naolib", 403), ("of-two", "naolib", 200),
                ("of-two", nil, 200), ("of-two", "other", 403), ("of-none", nil, 403), ("ada", "other", 200),
            ] as [(String, String?, Int)] {
                for scheme in ["", "Bearer "] {
                    let headers = [("Authorization", scheme + token)] + (program.map { [("program", $0)] } ?? [])
                    let response = try await edge.request("GET", path, headers: headers)
                    #expect(response.status == status, "\(token) \(program ?? "")")
                    guard status == 403 else { continue }
                    #expect(response.body.contains(#""code":"\#(code)""#))
                    #expect(response.body.contains(#""title":"\#(title)""#))
                }
            }
        }
    }

    @Test("The edge sends the installation with the credential, and remembers callers by both")
    func installations() async throws {
        let services = ScriptedServices.riders()
        try await withEdge(services) { edge in
            for installation in ["handset", nil, String(repeating: "x", count: 129)] {
                let more = installation.map { [("X-Installation-Id", $0)] } ?? []
                _ = try await edge.request("GET", "/ecovelo/users/me", headers: [("Authorization", "of-one")] + more)
            }
        }
        #expect(services.received(Authenticate.self).map(\.installation) == ["handset", nil, nil])
    }
}
