// The API's document says of the apps' calls what their definitions, their types and the edge's tables say.

import BaliseAPI
import HTTPTypes
import Testing

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

    /// A call that nobody compares would be a hole.
    @Test func leavesNoCallOut() throws {
        let compared = Set(ComparedCall.all.map(\.testDescription))
        let missing = Self.routed.subtracting(compared)
        #expect(missing == [], "define the call in BaliseAPI, and add it to ComparedCall.all")
        #expect(compared.isSubset(of: Self.routed))
    }

    /// The calls of the edge's tables, by `METHOD path`.
    private static let routed: Set<String> = {
        var found: Set<String> = []
        for (root, routes) in [
            (AppCalls.root, AppRoutes.all), (EcoveloCalls.root, EcoveloRoutes.all(programs: [])),
        ] {
            for route in routes { found.insert("\(route.method.rawValue) \(root)\(route.path)") }
        }
        return found
    }()
}
