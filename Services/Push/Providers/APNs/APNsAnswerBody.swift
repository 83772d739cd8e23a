import Foundation
import Models
import NIOCore

/// Sent with a refused notification, or at the end of a connection.
struct APNsAnswerBody: Decodable {
    let reason: String?
    /// Milliseconds since 1970, with `Unregistered` and `ExpiredToken`.
    let timestamp: Int64?

    private enum CodingKeys: CodingKey { case reason, timestamp }

    /// Nil for another format. A reason that does not look like Apple's is dropped.
    init?(json: Data) {
        guard let body = try? JSONDecoder().decode(APNsAnswerBody.self, from: json) else { return nil }
        let isWord = body.reason.map { $0.utf8.count <= 64 && $0.allSatisfy { $0.isASCII && $0.isLetter } } ?? false
        reason = isWord ? body.reason : nil
        timestamp = body.timestamp
    }

    /// An unreadable time does not invalidate the reason.
    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        reason = try members.decodeIfPresent(String.self, forKey: .reason)
        timestamp = (try? members.decodeIfPresent(Int64.self, forKey: .timestamp)) ?? nil
    }
}

extension APNsAnswer {
    init(_ response: APNsResponse, at now: UnixTime) {
        self.init(status: response.status, id: response.id)
        guard status != 200 else { return }
        if let words = APNsAnswerBody(json: Data(response.body.readableBytesView)) {
            reason = words.reason
            timestamp = words.timestamp.map(UnixTime.init(milliseconds:))
        }
        retryAfter = RetryAfter.pause(response.retryAfter, at: now)
    }
}
