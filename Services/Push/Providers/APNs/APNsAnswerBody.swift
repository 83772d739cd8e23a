// The body of Apple's answers that are not 200.

import Foundation

/// Why APNs refused a notification or ends a connection.
struct APNsAnswerBody: Decodable {
    let reason: String?
    /// Milliseconds since 1970, with `Unregistered` and `ExpiredToken`.
    let timestamp: Int64?

    /// Nil for what is not in Apple's form; a reason that is no word of Apple's is left out.
    init?(json: Data) {
        guard let body = try? JSONDecoder().decode(APNsAnswerBody.self, from: json) else { return nil }
        let isWord = body.reason.map { $0.utf8.count <= 64 && $0.allSatisfy { $0.isASCII && $0.isLetter } } ?? false
        reason = isWord ? body.reason : nil
        timestamp = body.timestamp
    }
}
