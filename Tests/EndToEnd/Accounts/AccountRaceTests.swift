// Two at once for one name.

import NIOHTTP1
import Testing

extension EndToEnd {
    @Suite("Two at once") struct TwoAtOnce {
        @Test(
            "Registrations with one address make one account",
            arguments: Shape.all(because: "SQLite and PostgreSQL settle races in ways of their own"))
        func registrations(shape: Shape) async throws {
            let balise = try await shape.balise
            let email = Person().email
            let answers = try await withThrowingTaskGroup(of: Answer.self) { group in
                for app in [App.allIn, .meeshy] {
                    group.addTask {
                        var person = Person(app)
                        person.email = email
                        return try await person.register(on: balise)
                    }
                }
                return try await group.reduce(into: [Answer]()) { $0.append($1) }
            }
            #expect(answers.map(\.status).sorted() == [201, 409])
            #expect(answers.first { $0.status == 409 }?.code == "DUPLICATE_FIELD")
        }
    }
}
