import ArgumentParser

@testable import balise_cli

@Suite("Second steps on the command line")
struct SecondStepTests {
    private static let codes = ScriptedServer.Answer.data(#"{"recoveryCodes":["AAAA-BBBB","CCCC-DDDD"]}"#)

    @Test(
        "The second line takes a code of the app or a recovery code",
        arguments: [("123 456", #""code":"123 456""#), ("AAAA-BBBB", #""recoveryCode":"AAAA-BBBB""#)])
    func taken(_ typed: String, _ member: String) async throws {
        let fixture = CommandFixture([
            "POST /api/v1/auth/login": [.secondStepNeeded("t1")],
            "POST /api/v1/auth/second-step": [CommandFixture.signedIn],
        ])
        let terminal = try await fixture.run("sign-in", "ada", input: ["secret", typed])
        #expect(terminal.output == "You are signed in as ada.\n")
        let call = try #require(fixture.server.calls.last)
        #expect(call.text.contains(#""ticket":"t1""#) && call.text.contains(member))
    }

    @Test("A user can type a second code again, a script cannot")
    func again() async throws {
        let answers: [String: [ScriptedServer.Answer]] = [
            "POST /api/v1/auth/login": [.secondStepNeeded("t1")],
            "POST /api/v1/auth/second-step": [.refusal(400, "CODE_MISMATCH"), CommandFixture.signedIn],
        ]
        var typing = CommandFixture(answers)
        typing.isTypedOn = true
        let terminal = try await typing.run("sign-in", "ada", input: ["secret", "111111", "222222"])
        #expect(terminal.output == "You are signed in as ada.\n" && terminal.errors.contains("CODE_MISMATCH"))
        let script = CommandFixture(answers)
        await #expect(throws: BaliseError.self) {
            try await script.run("sign-in", "ada", input: ["secret", "111111", "222222"])
        }
        #expect(script.server.calls.count == 2)
    }

    @Test("No second code is asked for if it would not help")
    func refused() async throws {
        var fixture = CommandFixture([
            "POST /api/v1/auth/login": [.secondStepNeeded("t1")],
            "POST /api/v1/auth/second-step": [.refusal(403, "FORBIDDEN"), CommandFixture.signedIn],
        ])
        fixture.isTypedOn = true
        await #expect { try await fixture.run("sign-in", "ada", input: ["secret", "111111", "222222"]) } throws: {
            ($0 as? BaliseError)?.code == .forbidden
        }
    }

    @Test("A second step that took too long begins again with the password")
    func over() async throws {
        let fixture = CommandFixture([
            "POST /api/v1/auth/login": [.secondStepNeeded("t1")],
            "POST /api/v1/auth/second-step": [.refusal(401, "INVALID_TOKEN")],
        ])
        await #expect(throws: BaliseError.signedOut) {
            try await fixture.run("sign-in", "ada", input: ["secret", "111111"])
        }
    }

    @Test("Signing in by mail asks for a code first")
    func byMail() async throws {
        let fixture = CommandFixture([
            "POST /api/v1/auth/email-code/request": [.done],
            "POST /api/v1/auth/email-code/verify": [CommandFixture.signedIn],
        ])
        let terminal = try await fixture.run(
            "sign-in", "ada@example.org", "--by-mail", "--keep-account", input: ["12345678"])
        #expect(terminal.output == "You are signed in as ada.\n")
        #expect(
            fixture.server.lines == ["POST /api/v1/auth/email-code/request", "POST /api/v1/auth/email-code/verify"])
        let body = try #require(fixture.server.lastText)
        #expect(body.contains(#""code":"12345678""#) && body.contains(#""cancelErasure":true"#))
    }

    @Test("A user sets up, confirms and shows the second step")
    func setUp() async throws {
        let fixture = try await CommandFixture.ofAda([
            "POST /api/v1/users/me/totp": [
                .data(
                    #"{"secret":"JBSWY3DP","uri":"otpauth://totp/x?secret=JBSWY3DP","expiresAt":"2027-01-15T09:00:00Z"}"#
                )
            ],
            "POST /api/v1/users/me/totp/confirm": [Self.codes],
            "GET /api/v1/users/me/totp": [.data(#"{"isActive":true,"recoveryCodesLeft":9}"#)],
        ])
        let begun = try await fixture.run("second-step", "set-up").output
        #expect(begun.contains("JBSWY3DP\n") && begun.contains("otpauth://totp/x?secret=JBSWY3DP\n"))
        let confirmed = try await fixture.run("second-step", "confirm", input: ["123456"]).output
        #expect(confirmed.hasPrefix("AAAA-BBBB\nCCCC-DDDD\n"))
        #expect(fixture.server.lastText == #"{"code":"123456"}"#)
        #expect(try await fixture.run("second-step").output.contains("Recovery codes left: 9."))
        let json = try await fixture.run("second-step", "confirm", "--json", input: ["123456"]).output
        #expect(json == #"{"recoveryCodes":["AAAA-BBBB","CCCC-DDDD"]}"# + "\n")
    }

    @Test(
        "A change of the second step takes a proof",
        arguments: [
            (["--by-mail"], ["12345678"], #"{"emailCode":"12345678"}"#), (["--just-signed-in"], [], "{}"),
            ([], ["secret"], #"{"password":"secret"}"#),
        ] as [([String], [String], String)])
    func proof(_ options: [String], _ input: [String], _ body: String) async throws {
        let fixture = try await CommandFixture.ofAda([
            "POST /api/v1/users/me/proof-code": [
                .data(#"{"expiresAt":"2027-01-15T08:05:00Z","nextAt":"2027-01-15T08:01:00Z"}"#)
            ],
            "POST /api/v1/users/me/totp/recovery-codes": [Self.codes], "DELETE /api/v1/users/me/totp": [.done],
        ])
        for (command, output) in [
            ("recovery-codes", "AAAA-BBBB"), ("remove", "Signing in no longer has a second step"),
        ] {
            let terminal = ScriptedTerminal(input)
            try await fixture.run(["second-step", command] + options, terminal)
            #expect(terminal.output.hasPrefix(output))
            #expect(fixture.server.lastText == body)
        }
    }

    @Test("A change of the second step takes one proof only")
    func oneProof() {
        #expect(throws: (any Error).self) {
            try CommandFixture.parse(["second-step", "remove", "--by-mail", "--just-signed-in"])
        }
    }
}
