// People have their sign-ins take two steps, in all APIs that take passwords.

import Foundation
import Isolation
import NIOHTTP1
import Testing

extension EndToEnd {
    @Suite("Second steps") struct SecondSteps {
        @Test(
            "The right password is half of a sign-in, a wrong one says nothing, and an operator helps",
            arguments: Shape.allCases)
        func flow(shape: Shape) async throws {
            let balise = try await shape.balise
            let ada = try await Person(.meeshy).signUp(on: balise)
            let person = ada.person
            let begun = try await ada.call(.POST, "users/me/totp")
            #expect(begun.status == 201, "\(begun.text)")
            let uri = try #require(begun.data?["uri"]?.text)
            let app = try #require(AuthenticatorApp(uri: uri))
            // One moment for all codes, or a new step might begin between two of them.
            let moment = Date()
            let confirmed = try await ada.call(.POST, "users/me/totp/confirm", ["code": .string(app.code(at: moment))])
            let listed = try #require(confirmed.data?["recoveryCodes"]?.elements)
            let codes = listed.compactMap(\.text)
            #expect(confirmed.status == 200 && codes.count == 10)
            let state = try await ada.call(.GET, "users/me/totp").data
            #expect(state?["isActive"] == true && state?["recoveryCodesLeft"] == 10)

            func show(_ body: JSON, _ path: String = "auth/login") async throws -> Answer {
                try await balise.api(.POST, path, body, from: person.address, person.headers)
            }
            let wrong: JSON = ["username": .string(person.name), "password": "a wrong password"]
            let refused = try await show(wrong)
            #expect(refused.status == 401 && refused.code == "INVALID_CREDENTIALS")
            for (body, path) in [
                (person.credentials, "auth/login"),
                (["email": .string(person.email), "password": .string(person.password)], "auth/authenticate"),
            ] as [(JSON, String)] {
                let half = try await show(body, path)
                #expect(half.status == 403 && half.code == "SECOND_STEP_REQUIRED", "\(half.text)")
                #expect(!half.text.contains("\"token\"") && !half.text.contains("sessionToken"))
            }
            let ticket = try #require(try await show(person.credentials).json?["ticket"]?.text)
            let first = try await show(
                ["ticket": .string(ticket), "code": .string(app.code(steps: 1, at: moment))], "auth/second-step")
            #expect(first.status == 200, "\(first.text)")

            // Whoever signs in with an address alone has one token that lives as long as the session.
            let email: JSON = ["email": .string(person.email), "password": .string(person.password)]
            let other = try #require(try await show(email).json?["ticket"]?.text)
            let second = try await show(
                ["ticket": .string(other), "recoveryCode": .string(codes[1].lowercased())], "auth/second-step")
            #expect(second.status == 200, "\(second.text)")
            let again = try #require(try await show(email).json?["ticket"]?.text)
            let twice = try await show(
                ["ticket": .string(again), "recoveryCode": .string(codes[1])], "auth/second-step")
            #expect(twice.status == 400 && twice.code == "CODE_MISMATCH")

            let removed = try await ada.call(.DELETE, "users/me/totp", ["password": "a wrong password"])
            #expect(removed.status == 403 && removed.code == "INVALID_CREDENTIALS")
            #expect(try await balise.operate(.DELETE, "/accounts/\(ada.account)/second-step").status == 204)
            #expect(try await show(person.credentials).status == 200)
        }
    }
}
