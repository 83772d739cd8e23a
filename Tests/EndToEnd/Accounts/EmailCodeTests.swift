// An anonymous account gets an address by a code that comes by mail.

import Fakes
import Foundation
import Isolation
import NIOHTTP1
import Testing

extension EndToEnd {
    @Suite("Codes by mail") struct EmailCodes {
        private static let settings = Setting.trustedProxies("127.0.0.1/32") + Setting.patient

        /// The digits that stand alone in a line of each mail that has such; notices of new sign-ins have none.
        private func codes(in server: FakeMailServer) -> [String] {
            server.mails.compactMap { mail in
                mail.content.firstMatch(of: /\r\n([0-9]{8})\r\n/).map { String($0.output.1) }
            }
        }

        /// The code of this number.
        private func code(in server: FakeMailServer, _ count: Int) async throws -> String {
            try await eventually("a mail has come") { codes(in: server).count >= count }
            return codes(in: server)[count - 1]
        }

        private func smtp(_ server: FakeMailServer) -> [String: String] {
            [
                "BALISE_MESSAGES_SENDER": "smtp", "BALISE_MESSAGES_SMTP_HOST": "127.0.0.1",
                "BALISE_MESSAGES_SMTP_PORT": "\(server.port)", "BALISE_MESSAGES_SMTP_SECURITY": "none",
                "BALISE_MESSAGES_SMTP_SENDER_ADDRESS": "no-reply@balise.example",
            ]
        }

        @Test("An account of nobody in particular that gets an address is somebody's, and keeps what it has")
        func nobody() async throws {
            try await FakeMailServer.run { server in
                try await RunningBalise.withOwn(.services, Self.settings + smtp(server)) { balise in
                    let person = Person(.allIn)
                    var headers: HTTPHeaders = [
                        "x-appwrite-project": "familysync", "content-type": "application/json",
                        "x-forwarded-for": person.address,
                    ]
                    let begun = try await balise.appwrite(.POST, "account/sessions/anonymous", [:], headers)
                    #expect(begun.status == 201)
                    let account = try #require(begun.json?["userId"]?.text)
                    let shown = try #require(begun.cookieValue)
                    headers.add(name: "x-appwrite-session", value: shown)
                    let prefs = try await balise.appwrite(
                        .PATCH, "account/prefs", ["prefs": ["theme": "dark"]], headers)
                    #expect(prefs.status == 200)
                    let decoded = try #require(Data(base64Encoded: shown))
                    let secret = try #require(try JSON(reading: Array(decoded))["secret"]?.text)

                    func ask(_ path: String, _ body: JSON?, as token: String? = nil) async throws -> Answer {
                        try await balise.api(.POST, path, body, token: token, from: person.address)
                    }
                    // It opens nothing else of this API.
                    #expect(try await ask("users/me/email/verification", nil, as: secret).status == 401)
                    let address: JSON = ["email": .string(person.email)]
                    #expect(try await ask("users/me/email", address, as: secret).status == 200)
                    let first: JSON = ["code": .string(try await code(in: server, 1))]
                    #expect(try await ask("users/me/email/confirm", first, as: secret).status == 200)
                    // From now on its session alone is no proof.
                    #expect(try await ask("users/me/email", ["email": "x@example.org"], as: secret).status == 401)
                    // Its session ends, and with it nothing else.
                    let ended = try await balise.appwrite(.DELETE, "account/sessions/current", [:], headers)
                    #expect(ended.status == 204)

                    #expect(try await ask("auth/email-code/request", address).status == 200)
                    let second = try await code(in: server, 2)
                    let signedIn = try await ask(
                        "auth/email-code/verify", ["email": .string(person.email), "code": .string(second)])
                    #expect(signedIn.json?["data"]?["user"]?["id"]?.text == account)
                    let found = try await balise.operate(.GET, "/accounts/\(account)")
                    #expect(found.json?["email"]?.text == person.email.lowercased())
                    #expect(found.json?["emailVerifiedAt"]?.text != nil)
                    let token = try #require(signedIn.json?["token"]?.text)
                    let exported = try await balise.call(
                        .POST, balise.http + "/api/v1/users/me/export", nil, ["authorization": "Bearer \(token)"])
                    let documents = try StoredArchive(exported.body).files["documents.json"]
                    #expect(documents.map { String(decoding: $0, as: UTF8.self).contains("theme") } == true)
                }
            }
        }
    }
}

extension Answer {
    /// What the first cookie that is set holds; nil without one.
    fileprivate var cookieValue: String? {
        headers["set-cookie"].first?.split(separator: ";").first?.split(separator: "=", maxSplits: 1).last.map {
            String($0).removingPercentEncoding ?? String($0)
        }
    }
}
