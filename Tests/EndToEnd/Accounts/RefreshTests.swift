// Many refreshes of one token at once.

import NIOHTTP1
import Testing

extension EndToEnd {
    @Suite("Refreshing") struct Refreshing {
        private func refresh(_ token: String, _ person: SignedInPerson) async throws -> Answer {
            try await person.balise.api(
                .POST, "auth/refresh", ["token": .string(person.token), "sessionToken": .string(token)],
                from: person.person.address)
        }

        /// The refresh token and the access token of an answer.
        private func tokens(_ answer: Answer) throws -> (refresh: String, access: String) {
            (
                try #require(answer.data?["sessionToken"]?.text, "\(answer.status) \(answer.code ?? "")"),
                try #require(answer.data?["token"]?.text)
            )
        }

        /// Somebody who has just registered, and their refresh token of after a first refresh.
        private func refreshable(on balise: RunningBalise) async throws -> (SignedInPerson, String) {
            let signedIn = try await Person(.meeshy).signUp(on: balise)
            let answer = try await refresh(try #require(signedIn.refreshToken), signedIn)
            #expect(try tokens(answer).access != signedIn.token)
            return (signedIn, try tokens(answer).refresh)
        }

        @Test(
            "A hundred refreshes of one token at the same instant have one successor",
            arguments: Shape.all(because: "SQLite and PostgreSQL settle races in ways of their own"))
        func crowd(shape: Shape) async throws {
            let balise = try await shape.balise
            let (signedIn, token) = try await refreshable(on: balise)
            let successors = try await withThrowingTaskGroup(of: Answer.self) { group in
                for _ in 0..<100 { group.addTask { try await refresh(token, signedIn) } }
                return try await group.reduce(into: [Answer]()) { $0.append($1) }
            }
            #expect(successors.allSatisfy { $0.status == 200 })
            #expect(Set(try successors.map { try tokens($0).refresh }).count == 1)
            #expect(Set(try successors.map { try tokens($0).access }).count == 1)
            #expect(try await signedIn.status() == 200, "the access token of before goes on until it expires")
        }
    }
}
