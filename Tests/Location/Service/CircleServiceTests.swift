@testable import Location

@Suite("Circles in the location service", .timeLimit(.minutes(10))) struct CircleServiceTests {
    private func create(_ code: String) -> CreateCircleDocument {
        CreateCircleDocument(
            account: .ada, name: Personal("Home"), memberName: Personal("Ada"), code: SecretText(code),
            json: Personal("{}"))
    }

    @Test("Each new family counts as a guess, since the answer tells whether a family has the code")
    func guesses() async throws {
        try await LocationHarness.run { location in
            var outcomes: [ErrorCode?] = []
            for number in 10...20 {
                let made = try? await location.send(create("FAMILY00\(number)"))
                outcomes.append(made == nil ? .rateLimited : nil)
                if let made { _ = try await location.send(LeaveCircle(account: .ada, circle: made.circle)) }
            }
            #expect(outcomes.prefix(10).allSatisfy { $0 == nil } && outcomes.last == .rateLimited)
            #expect(try await location.outcome(create("FAMILY0030")) == .rateLimited)
            let joining = JoinCircle(account: .ada, code: SecretText("ABCDE-FGHJK"), memberName: Personal("Ada"))
            #expect(try await location.outcome(joining) == .rateLimited)
        }
    }
}
