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

    @Test func leavesNoCallOut() throws {
        let compared = Set(ComparedCall.all.map(\.testDescription))
        let missing = Self.routed.subtracting(compared)
        #expect(missing == [], "define the call in BaliseAPI or OperatorAPI, and add it to ComparedCall.all")
        #expect(compared.isSubset(of: Self.routed))
    }

    private static let routed: Set<String> = {
        let apps = names(AppRoutes.all, AppCalls.root) + names(EcoveloRoutes.all(programs: []), EcoveloCalls.root)
        // Health checks and metrics have no bodies, and so no definition.
        let operations = OperationsRoutes.all.filter { !["/livez", "/readyz", "/metrics"].contains($0.path) }
        return Set(apps + names(OAuthRoutes.all) + names(operations))
    }()

    private static func names<Handler>(_ routes: [Route<Handler>], _ root: String = "") -> [String] {
        routes.map { "\($0.method.rawValue) \(root)\($0.path)" }
    }
}
