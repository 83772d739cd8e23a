import Models
import NIOCore
import NIOHPACK

/// A class, because it passes through several queues, and copying would cost more than a reference.
final class APNsExchange: Sendable {
    enum Loss: Error, Hashable {
        /// Nothing can have arrived.
        case unreachable
        /// Nothing can have arrived: the server's certificate is not trusted.
        case distrusted
        /// The connection ended before the answer, or did not accept the request.
        case lost
        /// The peer ignored the request and asks for a repetition.
        case refused
        /// The connection works, but no answer arrived.
        case silent
        case late
        /// A change since it was judged prevents it from leaving.
        case outdated
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
    /// `apns-id`.
    let id: String?
    let retryAfter: String?
    let body: ByteBuffer
}
