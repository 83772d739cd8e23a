import Models

@testable import Balise

extension EndToEnd {
    /// Each journey is in its own file.
    @Suite("The SDK") struct SDK {
        @Test("The SDK calls every operation for apps and publishers, and each call works", arguments: Shape.standard)
        func everyCall(shape: Shape) async throws {
            try await AppBackend.run(shape) { backend in
                try await signIn(backend)
                try await useAccount(backend)
                try await useIdentityProvider(backend)
                try await useProviderPage(backend)
                try await usePasskeys(backend)
                try await takeTwoSteps(backend)
                try await useEmailCodes(backend)
                try await sharePlaces(backend)
                try await claimDevice(backend)
                try await shareInCircle(backend)
                try await choose(backend)
                try await beTold(backend)

                let text = try await backend.balise.call(.GET, backend.balise.http + "/openapi.yaml").text
                let document = try OpenAPIDocument(yaml: text)
                let offered = document.operations
                let called = Set(backend.calls.all.compactMap { document.operation($0.method, $0.path) })
                for operation in offered {
                    let reason = NotOfTheSDK.reason(for: operation)
                    let name = "\(operation.method) \(operation.path)"
                    #expect(called.contains(operation) == (reason == nil), "\(name): \(reason ?? "an app's")")
                }
                let unknown = NotOfTheSDK.named.subtracting(offered.map { "\($0.method) \($0.path)" })
                #expect(unknown.isEmpty, "these are no operations")
            }
        }

        func expect<Value>(
            _ code: BaliseError.Code, sourceLocation: SourceLocation = #_sourceLocation,
            _ call: () async throws -> Value
        ) async {
            await #expect(sourceLocation: sourceLocation) {
                try await call()
            } throws: {
                ($0 as? BaliseError)?.code == code
            }
        }
    }
}

@Suite("Error codes of the SDK") struct RefusalCodesTests {
    @Test("The SDK and the server have the same error codes")
    func catalogue() {
        #expect(BaliseError.Code.known.map(\.rawValue).sorted() == ErrorCode.allCases.map(\.rawValue).sorted())
    }
}
