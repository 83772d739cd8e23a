@testable import balise_cli

@Suite("A forwarder on the command line")
struct ForwarderOnCommandLineTests {
    private static let path = "/api/v1/users/me/location-devices/phone/forwarders"
    private static let forwarder =
        #"{"id":"f1","device":"phone","name":"Home","form":"owntracks","origin":"https://home.example","#
        + #""precision":"exact","createdAt":"2027-01-15T07:00:00Z","waiting":2,"dropped":0,"#
        + #""sentAt":"2027-01-15T07:00:00Z","problem":"no answer came in time"}"#

    @Test("`forward add` reads the address as a secret; `list`, `test` and `remove` name the forwarder")
    func forwarders() async throws {
        let fixture = try await CommandFixture.ofAda([
            "POST \(Self.path)": [.data(Self.forwarder)],
            "GET \(Self.path)": [.data(#"{"forwarders":[\#(Self.forwarder)],"totalCount":1}"#)],
            "POST \(Self.path)/f1/test": [
                .data(#"{"accepted":true,"status":200,"outcome":"accepted (status 200)"}"#)
            ],
            "DELETE \(Self.path)/f1": [.done],
        ])
        let added = try await fixture.run(
            "forward", "add", "Home", "--device", "phone", "--user", "ada", "--password",
            input: ["https://home.example/hook?key=k", "pw"])
        #expect(added.output.hasPrefix("Forwarder f1 sends new places of phone to https://home.example.\n"))
        #expect(
            fixture.server.lastText
                == #"{"name":"Home","form":"owntracks","url":"https://home.example/hook?key=k","precision":"exact","#
                + #""user":"ada","password":"pw"}"#)
        #expect(
            try await fixture.run("forward", "list", "--device", "phone").output == """
                ID  NAME  TARGET                WAITING  LAST SENT  PROBLEM
                f1  Home  https://home.example  2        1 h ago    no answer came in time

                """)
        let tested = try await fixture.run("forward", "test", "f1", "--device", "phone").output
        #expect(tested == "accepted (status 200)\n")
        let removed = try await fixture.run("forward", "remove", "f1", "--device", "phone").output
        #expect(removed == "The forwarder is removed. It sends no more places.\n")
    }
}
