@testable import Edge

@Suite(.timeLimit(.minutes(10))) struct ProviderLinkTests {
    private let root = "/api/v1/users/me/links"

    @Test func listsThem() async throws {
        let response = try await ScriptedServices.ofAda().ask("GET", root)
        response.expect(
            body: #"{"success":true,"data":{"links":[{"id":"l1","issuer":"https://accounts.google.com","#
                + #""linkedAt":"2026-01-01T00:00:00Z"}],"totalCount":1}}"#)
    }

    @Test func removesOne() async throws {
        let (_, message) = try await ScriptedServices.ofAda().ask("DELETE", root + "/l1", for: RemoveProviderLink.self)
        #expect(message.account == People.ada && message.link.text == "l1" && message.signedInAt != nil)
        #expect(message.session == People.phone)
    }

    @Test(arguments: ["/l2", "/a%20b"]) func knowsNoOther(_ path: String) async throws {
        try await ScriptedServices.ofAda().ask("DELETE", root + path).expect(404)
    }

    @Test func saysWhyATokenOfAProviderIsNotEnough() async throws {
        let services = ScriptedServices.ofAda().answering(Authenticate.self) { _ in
            Authenticate.Reply(principal: nil, refusal: .secondStepNeeded, epoch: FeedEpoch(rawValue: 1), sequence: 1)
        }
        let response = try await services.ask("GET", root)
        let body = try APIErrorBody(response.body)
        #expect(response.status == 403 && body.code == "SECOND_STEP_REQUIRED")
        #expect(response.body.contains("needs a second step, which a token of an identity provider does not include"))
    }
}
