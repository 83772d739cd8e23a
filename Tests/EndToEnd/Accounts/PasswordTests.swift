// A password is reset by whoever reads the mail of the account.

import Foundation
import NIOHTTP1
import Testing

extension EndToEnd {
    @Suite("Passwords") struct Passwords {
        @Test("A reset goes by a link that counts once, and ends all sessions", arguments: Shape.standard)
        func reset(shape: Shape) async throws {
            let balise = try await shape.balise
            let mailbox = try await Mailbox.shared()
            var person = Person(.allIn)
            let signedIn = try await person.signUp(on: balise)
            let unknown = Person(.allIn)
            // The app's own form of it. Whether there is such an account, the answer does not tell.
            let asked = try await balise.api(
                .POST, "forgot-password-logs", ["email": .string(person.email)], from: person.address)
            let nobody = try await balise.api(
                .POST, "forgot-password-logs", ["email": .string(unknown.email)], from: person.address)
            for answer in [asked, nobody] {
                #expect(answer.status == 200 && answer.json?["id"]?.integer != nil)
                #expect(answer.json?["createdAt"]?.text != nil)
            }
            #expect(asked.json?.names == nobody.json?.names)
            let message = try await mailbox.message(to: person.email)
            #expect(message.signature?.hasPrefix("sha256=") == true)
            let token = try #require(message.token)
            #expect(message.json?["link"] == .string("https://app.example.org/reset?token=\(token)"))
            #expect(!asked.text.contains(token))

            person.password = "pw-\(Fresh.passwordMark)-reset"
            let body: JSON = ["token": .string(token), "newPassword": .string(person.password)]
            let forged = body.replacing(["token"], with: "pr_\(Fresh.token(43))")
            #expect(try await balise.api(.POST, "auth/reset-password", forged, from: person.address).status == 400)
            #expect(try await balise.api(.POST, "auth/reset-password", body, from: person.address).status == 200)
            try await signedIn.untilRefused()
            #expect(try await balise.api(.POST, "auth/reset-password", body, from: person.address).status == 400)
            let back = try await person.signIn(on: balise)
            #expect(try await back.status() == 200)
            #expect(mailbox.messages(to: unknown.email).isEmpty)
        }
    }
}
