import Foundation
import Models
import NIOCore
import NIOHPACK

/// A request with its answer. It is a class, because it passes several queues, and copies would cost more.
final class APNsExchange: Sendable {
    enum Loss: Error, Hashable {
        /// No connection was made, so nothing can have arrived.
        case unreachable
        /// The server's certificate is not trusted, so nothing can have arrived.
        case distrusted
        /// The connection ended before the answer, or did not accept the request.
        case lost
        /// The peer ignored the request and asks for a repetition.
        case refused
        /// The connection works, but no answer arrived.
        case silent
        case late
        /// Something has changed since the push was judged, so it must not leave.
        case outdated
        /// The provider token could not be signed and stored.
        case unsigned
    }

    let headers: HPACKHeaders
    let body: ByteBuffer
    let expiresAt: UnixTime?
    /// Called immediately before the request is written.
    let check: (any SendCheck)?
    let continuation: CheckedContinuation<Result<APNsAnswer, Loss>, Never>

    init(
        headers: HPACKHeaders, body: ByteBuffer, expiresAt: UnixTime?, check: (any SendCheck)?,
        continuation: CheckedContinuation<Result<APNsAnswer, Loss>, Never>
    ) {
        self.headers = headers
        self.body = body
        self.expiresAt = expiresAt
        self.check = check
        self.continuation = continuation
    }
}

struct EndedExchange: Sendable {
    let exchange: APNsExchange
    let result: Result<APNsResponse, APNsExchange.Loss>
}

struct APNsResponse: Hashable, Sendable {
    let status: Int
    /// Apple's id of the push, from `apns-id`; nil if the answer has none.
    let id: String?
    let retryAfter: String?
    let body: ByteBuffer
}

/// The body of an answer. Apple sends such a body with a refused notification, or at the end of a connection.
struct APNsAnswerBody: Decodable {
    let reason: String?
    /// The time at which the token became invalid, in milliseconds since 1970. Apple sends it only with `Unregistered`
    /// and `ExpiredToken`.
    let timestamp: Int64?

    private enum CodingKeys: CodingKey { case reason, timestamp }

    /// Reads a body; nil for another format. A reason that does not look like Apple's is dropped.
    init?(json: Data) {
        guard let body = try? JSONDecoder().decode(APNsAnswerBody.self, from: json) else { return nil }
        let isWord = body.reason.map { $0.utf8.count <= 64 && $0.allSatisfy { $0.isASCII && $0.isLetter } } ?? false
        reason = isWord ? body.reason : nil
        timestamp = body.timestamp
    }

    /// Reads the members. An unreadable time does not invalidate the reason.
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
