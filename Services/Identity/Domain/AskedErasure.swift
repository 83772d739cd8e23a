// An erasure as it was asked for, and what came of that.

import Models

/// An erasure that somebody follows, as it was asked for.
struct AskedErasure: Hashable, Sendable {
    let id: ErasureID
    /// Of what opens it beside the id; nil when only an operator may see it.
    let secretHash: [UInt8]?
    let at: UnixTime
}

extension AskedErasure {
    init(_ request: ErasureRequest, at now: UnixTime) {
        self.init(id: request.id, secretHash: request.secret.map(ErasureSecret.hash), at: now)
    }
}

/// What came of the request for an erasure.
struct BegunErasure: Hashable, Sendable {
    let askedAt: UnixTime
    /// When the account is erased; nil when it is already.
    let dueAt: UnixTime?
}
