@testable import Edge

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
        let miataru = MiataruRoutes.all.filter { if case .call = $0.handler { true } else { false } }
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
