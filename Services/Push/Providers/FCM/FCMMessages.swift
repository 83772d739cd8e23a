import AsyncHTTPClient
import Foundation
import Models
import NIOCore
import NIOHTTP1

enum FCMMessages {
    /// The longest lifetime that FCM accepts, in seconds.
    static let maximumLifetime: Int64 = 2_419_200

    static func body(_ push: OutgoingPush, at now: UnixTime) -> Data {
        let android = push.android ?? usualAndroid(push)
        return body(
            payload: push.payload, android: android, token: push.token.value,
            lifetime: lifetime(until: push.expiresAt, at: now))
    }

    private static func usualAndroid(_ push: OutgoingPush) -> Data {
        var (android, notification) = (JSONTree(), JSONTree())
        // The push device shows only the last of several notifications with the same tag.
        notification.set("tag", push.collapseID)
        android.set("collapse_key", push.collapseID)
        android.set("notification", notification)
        android.set("priority", push.priority == .immediate ? "HIGH" : "NORMAL")
        return android.bytesOfMembers
    }

    /// Returns the lifetime in seconds. Without an end, FCM delivers a message at once or drops it (`ttl` 0).
    static func lifetime(until end: UnixTime?, at now: UnixTime) -> Int64 {
        end.map { min(max(0, ($0.rawValue - now.rawValue) / 1000), maximumLifetime) } ?? 0
    }

    /// Returns the body of a request. `payload` is the message as a JSON object; `android` contains the members of its
    /// `android` without `ttl`.
    static func body(payload: Data, android: Data, token: String?, lifetime: Int64) -> Data {
        var body = Data(#"{"message":{"android":{"#.utf8)
        body.append(android)
        body.append(contentsOf: "\(android.isEmpty ? "" : ",")\"ttl\":\"\(lifetime)s\"}".utf8)
        if let token {
            var member = JSONTree()
            member.set("token", token)
            body.append(UInt8(ascii: ","))
            body.append(member.bytesOfMembers)
        }
        // The members of `payload` follow, so its opening brace is left out.
        let members = payload.dropFirst()
        if members.count > 1 { body.append(UInt8(ascii: ",")) }
        body.append(members)
        body.append(contentsOf: "}".utf8)
        return body
    }

    /// Reads an answer. If the body is not FCM's, such as a proxy's page, only the status is used.
    static func answer(_ status: Int, _ headers: HTTPHeaders, _ body: Data, at now: UnixTime) -> FCMAnswer {
        var answer = FCMAnswer(status: status)
        if status == 200 {
            answer.name = (try? JSONDecoder().decode(Sent.self, from: body))?.name
            return answer
        }
        answer.retryAfter = RetryAfter.pause(headers.first(name: "Retry-After"), at: now)
        guard let error = (try? JSONDecoder().decode(Refused.self, from: body))?.error else { return answer }
        answer.errorStatus = word(error.status)
        answer.isAboutToken = error.message?.lowercased().contains("registration token") ?? false
        for detail in error.details ?? [] {
            if detail.type.hasSuffix("google.firebase.fcm.v1.FcmError") { answer.code = word(detail.errorCode) }
            if detail.type.hasSuffix("google.rpc.BadRequest") {
                answer.badFields += (detail.fieldViolations ?? []).compactMap(\.field)
            }
            if detail.type.hasSuffix("google.rpc.QuotaFailure") {
                let violations = detail.violations ?? []
                answer.isDeviceQuota = violations.contains { violation in
                    [violation.subject, violation.description].contains { $0?.lowercased().contains("device") ?? false }
                }
                answer.isProjectQuota = !violations.isEmpty && !answer.isDeviceQuota
            }
        }
        return answer
    }

    /// Returns the text; nil unless it looks like a Google constant, because reasons are shown to publishers.
    private static func word(_ text: String?) -> String? {
        guard let text, (1...64).contains(text.utf8.count),
            text.allSatisfy({ $0.isASCII && ($0.isLetter || $0 == "_") })
        else { return nil }
        return text
    }

    private struct Sent: Decodable { let name: String }

    private struct Refused: Decodable {
        struct Body: Decodable {
            let status: String?
            let message: String?
            let details: [Detail]?
        }

        struct Detail: Decodable {
            struct FieldViolation: Decodable { let field: String? }

            struct Violation: Decodable {
                let subject: String?
                let description: String?
            }

            let type: String
            let errorCode: String?
            let fieldViolations: [FieldViolation]?
            let violations: [Violation]?

            enum CodingKeys: String, CodingKey {
                case type = "@type"
                case errorCode, fieldViolations, violations
            }
        }

        let error: Body
    }
}
