// A notification on its way to APNs, with what its sender waits for.

import Models
import NIOCore
import NIOHPACK

/// One request to APNs, and who waits for its answer. A class, because it goes through several queues and copying it
/// would cost more than a reference.
final class APNsExchange: Sendable {
    /// Why a request got no answer.
    enum Loss: Error, Hashable {
        /// There was no connection, so nothing can have arrived.
        case unreachable
        /// There was none, since the certificate of whoever is there does not count.
        case distrusted
        /// The connection ended before the answer came, or would not take the request.
        case lost
        /// The peer took no notice of the request, and asks for it again.
        case refused
        /// The connection stands, but no answer came.
        case silent
        /// Its time was over before its turn came.
        case late
        /// It may not leave any more as things stand.
        case outdated
    }

    let headers: HPACKHeaders
    let body: ByteBuffer
    /// When it is not sent any more.
    let expiresAt: UnixTime?
    /// Asked when it is about to be written.
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

/// An exchange that has come to its end.
struct EndedExchange: Sendable {
    let exchange: APNsExchange
    let result: Result<APNsResponse, APNsExchange.Loss>
}

/// An answer as it came.
struct APNsResponse: Hashable, Sendable {
    let status: Int
    /// The `apns-id` header.
    let id: String?
    /// The `retry-after` header.
    let retryAfter: String?
    /// Empty with status 200.
    let body: ByteBuffer
}
