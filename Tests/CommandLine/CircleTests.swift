import Foundation
import Testing

@testable import balise_cli

@Suite("A circle on the command line")
struct CircleOnCommandLineTests {
    private static let path = "/api/v1/users/me/circles"

    private static func circle(_ consent: String = #"{"battery":false,"questions":false}"#) -> String {
        #"{"id":"c1","name":"Us","createdAt":"2027-01-15T07:00:00Z","creator":"a1","members":["#
            + #"{"account":"a1","name":"Ada","joinedAt":"2027-01-15T07:00:00Z"},"#
            + #"{"account":"b1","name":"Ben","joinedAt":"2027-01-15T07:30:00Z"}],"consent":\#(consent)}"#
    }

    @Test("`circle` creates, lists, invites, joins, shares and leaves")
    func circles() async throws {
        let shown = #"{"place":"town","battery":true,"questions":false,"pausedUntil":"2027-02-01T00:00:00Z"}"#
        let invitation =
            #"{"invitation":{"id":"i1","createdAt":"2027-01-15T08:00:00Z","endsAt":"2027-01-16T08:00:00Z","#
            + #""maximumUses":2,"uses":0},"code":"ABCDE-FGHJK","url":"https://balise.example/join#ABCDE-FGHJK"}"#
        let fixture = try await CommandFixture.ofAda([
            "POST \(Self.path)": [.data(Self.circle())],
            "GET \(Self.path)": [.data(#"{"circles":[\#(Self.circle(shown))],"totalCount":1}"#)],
            "POST \(Self.path)/c1/invitations": [.data(invitation)],
            "POST \(Self.path)/join": [.data(Self.circle())],
            "PUT \(Self.path)/c1/consent": [.data(Self.circle(shown))],
            "DELETE \(Self.path)/c1": [.done],
        ])
        let made = try await fixture.run("circle", "create", "Us", "--as", "Ada")
        #expect(made.output == "The circle Us is c1. Invite somebody: balise-cli circle invite c1\n")
        #expect(fixture.server.lastText == #"{"name":"Us","memberName":"Ada"}"#)
        #expect(
            try await fixture.run("circle", "list").output == """
                ID  NAME  MEMBERS   YOU SHARE              PAUSED UNTIL
                c1  Us    Ada, Ben  place (town), battery  2027-02-01T00:00:00Z

                """)
        let invited = try await fixture.run("circle", "invite", "c1", "--uses", "2").output
        #expect(invited.hasPrefix("Until 2027-01-16T08:00:00Z, people join with the code ABCDE-FGHJK:\n"))
        #expect(invited.hasSuffix("https://balise.example/join#ABCDE-FGHJK\n"))
        #expect(fixture.server.lastText == #"{"maximumUses":2}"#)
        let joined = try await fixture.run("circle", "join", input: ["abcde fghjk"]).output
        #expect(joined.hasPrefix("You are in the circle Us, c1. "))
        #expect(fixture.server.lastText == #"{"code":"abcde fghjk"}"#)
        let shared = try await fixture.run("circle", "share", "c1", "--place", "town", "--battery").output
        #expect(shared == "In Us, you share: place (town), battery.\n")
        #expect(fixture.server.lastText == #"{"place":"town","battery":true,"questions":false}"#)
        #expect(try await fixture.run("circle", "leave", "c1").output == "You have left the circle.\n")
    }
}
