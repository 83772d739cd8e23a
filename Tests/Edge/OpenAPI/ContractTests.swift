@testable import Edge

@Suite(.timeLimit(.minutes(2))) struct ContractTests {
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

@Suite(.timeLimit(.minutes(10))) struct RoutedContractTests {
    @Test(arguments: RoutedCall.all)
    func describesWhatTheRouteReadsAndWrites(_ call: RoutedCall) async throws {
        let differences = try await call.differences(APIDocument.served.get())
        #expect(
            differences.isEmpty,
            """
            Services/Edge/OpenAPI/openapi.yaml and the route of \(call.testDescription) differ:
            \(differences.joined(separator: "\n"))
            """)
    }

    @Test func leavesNoCallOut() {
        // A stream has no body to compare, and the bodies of share links are those of types. The call for earlier places
        // is in no contract of Miataru.
        let miataru = MiataruRoutes.all.filter { route in
            guard case .call = route.handler, !route.path.hasPrefix(MiataruEndpoint.shareLinkPath) else { return false }
            return route.path != MiataruEndpoint.streamPath && route.path != MiataruEndpoint.earlierPath
        }
        let routed =
            miataru.map { "\($0.method.rawValue) \($0.path.trimmingPrefix("/v1"))" }
            + AppwriteRoutes.all.map { "\($0.method.rawValue) \(AppwriteAPI.root)\($0.path)" }
        #expect(Set(RoutedCall.all.map(\.testDescription)) == Set(routed))
    }
}

extension RoutedCall {
    func differences(_ document: APIDocument) async throws -> [String] {
        guard let operation = document.operation(testDescription) else {
            return ["add \(testDescription) to the document"]
        }
        let request = try await RequestComparison(self, operation)?.differences() ?? []
        return request + (try await ReplyComparison(call: self, operation: operation).differences())
    }
}

/// `make openapi` writes them.
@Suite struct FactsTests {
    @Test func saysWhatTheCodeSays() throws {
        let text = try APIFacts().text()
        let edge = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../Services/Edge")
        let file = edge.appending(path: "OpenAPI/Document/facts.json")
        if ProcessInfo.processInfo.environment["BALISE_WRITE_OPENAPI"] != nil {
            try text.write(to: file, atomically: true, encoding: .utf8)
        }
        #expect(try String(contentsOf: file, encoding: .utf8) == text, "run `make openapi`")
    }
}
