// Requests to FCM and its answers, as they are written.

import AsyncHTTPClient
import Foundation
import Models
import NIOCore
import NIOHTTP1

/// Writes requests for FCM (HTTP v1) and reads its answers.
enum FCMMessages {
    /// The longest time that FCM keeps a message, in seconds.
    static let maximumLifetime: Int64 = 2_419_200

    /// The body of a request: what `PayloadRules` made, with the token and what depends on the present moment.
    static func body(_ push: OutgoingPush, at now: UnixTime) throws -> Data {
        // Without an end, FCM delivers the message at once or drops it (`ttl` 0).
        let life = push.expiresAt.map { min(max(0, ($0.rawValue - now.rawValue) / 1000), maximumLifetime) } ?? 0
        let android = Android(
            collapse_key: push.collapseID, notification: push.collapseID.map { Android.Notification(tag: $0) },
            priority: push.urgency == .immediate ? "HIGH" : "NORMAL", ttl: "\(life)s")
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        var body = Data(#"{"message":{"android":"#.utf8)
        body.append(try encoder.encode(android))
        body.append(contentsOf: #","token":"#.utf8)
        body.append(try encoder.encode(push.token.value))
        // The payload is a JSON object that is not empty; without its opening brace, its members follow here.
        body.append(UInt8(ascii: ","))
        body.append(push.payload.dropFirst())
        body.append(contentsOf: "}".utf8)
        return body
    }

    /// What an answer says. Of a body that is not FCM's, such as the page of a proxy, only the status is read.
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

    /// The text, if it has the form of Google's constants; nil otherwise, since reasons are shown to publishers.
    private static func word(_ text: String?) -> String? {
        guard let text, (1...64).contains(text.utf8.count),
            text.allSatisfy({ $0.isASCII && ($0.isLetter || $0 == "_") })
        else { return nil }
        return text
    }

    private struct Android: Encodable {
        struct Notification: Encodable {
            /// The push device shows only the last of several notifications with the same tag.
            let tag: String
        }

        // Google's name.
        let collapse_key: String?
        let notification: Notification?
        let priority: String
        let ttl: String
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
