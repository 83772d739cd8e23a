// Guessing is slowed down by name and by address, and says when to come back.

import NIOHTTP1
import Testing

extension EndToEnd {
    @Suite("Limits on secrets") struct SecretLimits {
        @Test("Wrong passwords for one name wait longer and longer, whoever sends them", arguments: [Shape.allInOne])
        func byName(shape: Shape) async throws {
            let balise = try await shape.balise
            var person = Person(.allIn)
            person.password = "pw-\(Fresh.passwordMark)-guess"
            var answer = try await person.trySignIn(on: balise)
            for number in 0..<9 where answer.status != 429 {
                answer = try await person.trySignIn(on: balise, from: "198.51.100.\(number)")
            }
            #expect(answer.status == 429 && answer.code == "RATE_LIMITED")
            #expect(answer.headers.first(name: "retry-after").flatMap { Int($0) }.map { $0 >= 1 } == true)
        }

        @Test("Wrong tokens from one address are stopped; others go on", arguments: [Shape.allInOne])
        func byAddress(shape: Shape) async throws {
            let balise = try await shape.balise
            let signedIn = try await Person(.meeshy).signUp(on: balise)
            let address = "203.0.113.9"
            var answer: Answer?
            for _ in 0..<60 where answer?.status != 429 {
                let body: JSON = ["token": .string("br_\(Fresh.token(20)).1.x.y")]
                answer = try await balise.api(.POST, "auth/refresh", body, from: address)
            }
            #expect(answer?.status == 429)
            #expect(answer?.headers.first(name: "retry-after") != nil)
            #expect(try await signedIn.status() == 200)
        }
    }
}
