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

    @Test(arguments: ComparedCall.all)
    func definesForWhomTheEdgeAnswers(_ call: ComparedCall) throws {
        let audience = try #require(Self.audiences[call.testDescription], "add the call to the edge's table of routes")
        #expect(
            audience == call.audience.inTheEdge,
            "mend the audience of \(call.testDescription) in its definition, or the edge's table")
    }

    /// A call that nobody compares would be a hole.
    @Test func leavesNoCallOut() throws {
        let compared = Set(ComparedCall.all.map(\.testDescription))
        let missing = Set(Self.audiences.keys).subtracting(compared).subtracting(Self.withoutDefinition)
        #expect(missing == [], "define the call in BaliseAPI, and add it to ComparedCall.all")
        #expect(compared.isSubset(of: Self.audiences.keys))
    }

    /// Apple makes it, and so it is none of the SDK's.
    private static let withoutDefinition: Set<String> = ["POST /api/v1/auth/apple/notifications"]

    /// For whom the edge answers a call, by `METHOD path`.
    private static let audiences: [String: EdgeAudience] = {
        var found: [String: EdgeAudience] = [:]
        for (root, routes) in [
            (AppCalls.root, AppRoutes.all), (EcoveloCalls.root, EcoveloRoutes.all(programs: [])),
        ] {
            for route in routes { found["\(route.method.rawValue) \(root)\(route.path)"] = EdgeAudience(route.handler) }
        }
        return found
    }()
}

/// Who may make a call, as the edge's tables tell them apart.
private enum EdgeAudience {
    case anybody
    case account
    case recentSignIn
    case program

    init(_ handler: AppHandler) {
        self =
            switch handler {
            case .anybody: .anybody
            case .account: .account
            case .recentSignIn: .recentSignIn
            case .program: .program
            }
    }
}

extension APIAudience {
    fileprivate var inTheEdge: EdgeAudience {
        switch self {
        case .anybody, .anybodyOrSession: .anybody
        case .session: .account
        case .recentSession: .recentSignIn
        case .apiKey: .program
        }
    }
}
