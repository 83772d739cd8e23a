// Guessing is stopped by address. That it is slowed down by name as well is shown by the tests of identity.

import NIOHTTP1
import Testing

extension EndToEnd {
    @Suite("Limits on secrets") struct SecretLimits {
        @Test(
            "Wrong tokens from one address are stopped, and told when to come back; others go on",
            arguments: Shape.allCases)
        func byAddress(shape: Shape) async throws {
            let balise = try await shape.balise
            let address = Person().address
            func guess(from address: String) async throws -> Answer {
                let body: JSON = ["token": .string("br_\(Fresh.token(20)).1.x.y")]
                return try await balise.api(.POST, "auth/refresh", body, from: address)
            }
            var answer = try await guess(from: address)
            for _ in 0..<60 where answer.status != 429 { answer = try await guess(from: address) }
            #expect(answer.status == 429 && answer.code == "RATE_LIMITED")
            let wait = try #require(answer.headers.first(name: "retry-after").flatMap { Int($0) })
            #expect((1...61).contains(wait))
            #expect(try await guess(from: Person().address).status == 401)
            // The same bucket, of what nobody guesses: another wrong one is told to wait, a right one passes.
            let reset: JSON = ["token": "pr_x", "newPassword": .string("pw-\(Fresh.passwordMark)")]
            #expect(try await balise.api(.POST, "auth/reset-password", reset, from: address).status == 429)
        }
    }
}
