// Tokens for web views: exchanged, judged, revoked, over HTTP.

import Fakes
import Foundation
import Isolation
import NIOHTTP1
import Testing

extension EndToEnd {
    @Suite("Tokens for web views") struct TokenExchange {
        private func status(_ token: String, _ program: String? = nil, on balise: RunningBalise) async throws -> Int {
            try await balise.ecovelo(.GET, "users/me", token: token, program: program).status
        }

        private func exchanged(_ answer: Answer) throws -> String {
            try #require(answer.status == 200, "\(answer.status) \(answer.json?["error_description"]?.text ?? "")")
            return try #require(answer.json?["access_token"]?.text)
        }

        @Test(
            "An exchanged token speaks for one program, and goes alone or with its session", arguments: Shape.allCases)
        func exchange(shape: Shape) async throws {
            try await RunningBalise.trusting(shape, ["BALISE_OAUTH_AUDIENCES": "maps"]) { balise, issuer in
                let rider = Rider()
                let token = try rider.token(of: issuer)
                let one = try exchanged(try await balise.exchange(token, program: "breizhgo"))
                let other = try exchanged(try await balise.exchange(token, program: "breizhgo"))
                let forMaps = try exchanged(try await balise.exchange(token, program: "naolib", audience: "maps"))
                #expect(try await status(one, on: balise) == 200)
                #expect(try await status(one, "breizhgo", on: balise) == 200)
                #expect(try await status(one, "naolib", on: balise) == 403)
                #expect(try await status(forMaps, on: balise) == 401, "it is for somebody else")
                // It lies in a web view: it ends no session, and reads nothing of the other API.
                for (method, path) in [
                    (HTTPMethod.GET, "users/me"), (.GET, "auth/sessions"), (.DELETE, "auth/sessions"),
                    (.POST, "auth/logout"), (.POST, "push/test"),
                ] {
                    let refused = try await balise.api(method, path, token: one, from: Person().address)
                    #expect(refused.status == 403 && refused.code == "FORBIDDEN", "\(path)")
                }
                #expect(try await balise.exchange(one).status == 400, "there is no exchange of an exchanged one")
                for (program, audience) in [("other", nil), ("breizhgo", "others")] as [(String, String?)] {
                    let refused = try await balise.exchange(token, program: program, audience: audience)
                    #expect(refused.status == 400)
                    #expect(refused.json?["error"]?.text == (audience == nil ? "invalid_request" : "invalid_target"))
                }
                let expired = try await balise.exchange(try rider.expiredToken(of: issuer), program: "breizhgo")
                #expect(expired.status == 400 && expired.code == "TOKEN_EXPIRED")

                // Revoked, it is refused at once; the other one and the session go on.
                #expect(try await balise.oauth("revoke", ["token": one]).status == 200)
                #expect(try await status(one, on: balise) == 401)
                #expect(try await status(other, on: balise) == 200)
                #expect(try await balise.oauth("revoke", ["token": one]).status == 200, "it is done already")
                try await balise.killAndRestart(shape.sessions)
                try await eventually("the other one counts") {
                    try await status(other, on: balise) == 200
                }
                #expect(try await status(one, on: balise) == 401)
                // The session ends with the token that it was begun by, and all that was made of it.
                #expect(try await balise.oauth("revoke", ["token": token]).status == 200)
                #expect(try await status(other, on: balise) == 401)
                #expect(try await status(token, on: balise) == 401)
            }
        }

        @Test("A program that needs a phone number gets no token before there is one", arguments: Shape.allCases)
        func requiredPhone(shape: Shape) async throws {
            let mailbox = try await Mailbox.shared()
            try await RunningBalise.trusting(
                shape, more: ["requiresPhone": "true"], Setting.webhook(mailbox)
            ) { balise, issuer in
                let rider = Rider()
                let token = try rider.token(of: issuer)
                let refused = try await balise.exchange(token, program: "breizhgo")
                #expect(refused.status == 400 && refused.code == "PHONE_NUMBER_NOT_VERIFIED")
                #expect(refused.json?["title"]?.text == "phone_number_not_verified")
                _ = try await balise.ecovelo(.POST, "cyclists", ["phone": .string(rider.phone)], token: token)
                let code: JSON = ["code": .string(try #require(try await mailbox.message(to: rider.phone).token))]
                #expect(try await balise.ecovelo(.POST, "cyclists/confirm", code, token: token).status == 200)
                #expect(try await balise.exchange(token, program: "breizhgo").status == 200)
            }
        }

        @Test("Another program learns what a token is worth, and nobody else does", arguments: Shape.allCases)
        func introspection(shape: Shape) async throws {
            try await RunningBalise.trusting(shape) { balise, issuer in
                let key: JSON = ["name": "the maps", "scopes": ["introspect"]]
                let made = try await balise.operate(.POST, "/api-keys", key)
                let id = try #require(made.json?["id"]?.text)
                let secret = try #require(made.json?["secret"]?.text)
                let rider = Rider()
                let token = try rider.token(of: issuer)
                let unseen = try Rider().token(of: issuer)
                let account = try await balise.ecovelo(.GET, "users/me", token: token).json?["id"]?.text
                let made2 = try exchanged(try await balise.exchange(token, program: "naolib"))
                func ask(_ token: String) async throws -> JSON? {
                    let basic = "Basic " + Data("\(id):\(secret)".utf8).base64EncodedString()
                    let answer = try await balise.oauth("introspect", ["token": token], ["authorization": basic])
                    #expect(answer.status == 200)
                    return answer.json
                }
                let exchanged = try await ask(made2)
                #expect(exchanged?["active"] == true && exchanged?["sub"]?.text == account)
                #expect(exchanged?["program"]?.text == "naolib" && exchanged?["kind"]?.text == "exchanged")
                #expect(try await ask(token)?["iss"]?.text == issuer.issuer)
                let unknown = try await ask(unseen)
                #expect(unknown?["active"] == true && unknown?["sub"] == nil, "nothing becomes of asking")
                #expect(try await ask("a.b.c") == ["active": false])
                _ = try await balise.oauth("revoke", ["token": token])
                #expect(try await ask(made2) == ["active": false])
                for headers in [[:], ["authorization": "Bearer " + token], ["x-api-key": "bk_nobodys"]] as [HTTPHeaders]
                {
                    let refused = try await balise.oauth("introspect", ["token": token], headers)
                    #expect(refused.status == 401 && refused.json?["error"]?.text == "invalid_client")
                }
            }
        }

        @Test(
            "The provider's word for its people is in no log, and the person in no database but one",
            arguments: Shape.allCases)
        func privacy(shape: Shape) async throws {
            try await RunningBalise.trusting(shape) { balise, issuer in
                let rider = Rider()
                let session = "sid-\(Fresh.nameMark)-\(Fresh.token(8))"
                let token = try rider.token(of: issuer, session: session, age: 20)
                #expect(try await status(token, on: balise) == 200)
                let made = try exchanged(try await balise.exchange(token, program: "breizhgo"))
                _ = try await balise.ecovelo(.POST, "cyclists", ["phone": .string(rider.phone)], token: token)
                var forged = issuer.draft(for: rider.subject, session: session)
                forged.claims["aud"] = TokenDraft.text("aud-\(Fresh.nameMark)")
                #expect(try await status(try forged.signed(by: issuer.key), on: balise) == 401)
                let logout = try issuer.logoutToken(subject: rider.subject, session: session)
                #expect(try await balise.oauth("backchannel-logout", ["logout_token": logout]).status == 200)
                try await eventually("the session ends") {
                    try await status(token, on: balise) == 401
                }
                let metrics = try await balise.operate(.GET, "/metrics").text
                #expect(!metrics.contains(Fresh.nameMark))
                try await balise.stop()
                let secrets = [rider.subject, session, rider.email, rider.phone, rider.address, token, made, logout]
                try Privacy.check(balise, alsoUnlogged: secrets)
                for file in try Privacy.databaseFiles(of: balise) {
                    let bytes = try Data(contentsOf: file)
                    func holds(_ text: String) -> Bool { bytes.range(of: Data(text.utf8)) != nil }
                    #expect(!holds(rider.subject) && !holds(session) && !holds(made), "\(file.lastPathComponent)")
                    let isIdentitys = file.lastPathComponent.hasPrefix("identity")
                    if !isIdentitys { #expect(!holds(rider.email), "\(file.lastPathComponent)") }
                }
            }
        }
    }
}
