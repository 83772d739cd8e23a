import Models

extension EndToEnd {
    @Suite("Programs") struct Programs {
        @Test("Each service is also built as a program of its own", arguments: ServiceName.allCases)
        func ofOneService(service: ServiceName) async throws {
            let help = try await Process.output(of: BuiltPrograms.built("\(service)"), ["help"]).output
            let first = try #require(help.split(separator: "\n").first)
            #expect(first.hasPrefix("\(service) ") && first.hasSuffix(": hosts \(service)"), "\(help)")
        }
    }
}
