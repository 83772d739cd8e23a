import BaliseAPI

@testable import Edge

@Suite(.timeLimit(.minutes(2))) struct ContractTests {
    private func document() throws -> APIDocument { try APIDocument.served.get() }

    @Test(arguments: ComparedBody.all)
    func describesTheMembersOfBodies(_ body: ComparedBody) throws {
        let differences = try body.differences(document())
        #expect(
            differences.isEmpty,
            """
            Services/Edge/OpenAPI/openapi.yaml and \(body.type.name) of BaliseAPI differ:
            \(differences.joined(separator: "\n"))
            """)
    }

    @Test(arguments: ComparedCall.all)
    func describesWhoMayCallAndWhatIsAnswered(_ call: ComparedCall) throws {
        let differences = try call.differences(document())
        #expect(differences.isEmpty, "\(differences.joined(separator: "\n"))")
    }

    @Test func leavesNoCallOut() {
        func undefined<Handler>(_ routes: [Route<Handler>]) -> [String] {
            routes.filter(\.definitions.isEmpty).map(\.path)
        }
        let ofApps = undefined(AppRoutes.all) + undefined(EcoveloRoutes.all(programs: [])) + undefined(OAuthRoutes.all)
        #expect(ofApps == [], "define the call in BaliseAPI")
        // Health checks and metrics have no bodies, and so no definition.
        #expect(undefined(OperationsRoutes.all) == ["/livez", "/readyz", "/metrics"])
    }
}
