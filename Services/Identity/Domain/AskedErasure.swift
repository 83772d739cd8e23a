import Models

struct AskedErasure: Hashable, Sendable {
    let id: ErasureID
    /// The hash of the secret for its receipt; nil if only operators may read it.
    let secretHash: [UInt8]?
    let at: UnixTime
}

extension AskedErasure {
    init(_ request: ErasureRequest, at now: UnixTime) {
        self.init(id: request.id, secretHash: request.secret.map(ErasureSecret.hash), at: now)
    }
}

struct BegunErasure: Hashable, Sendable {
    let askedAt: UnixTime
    /// The time of the erasure; nil if it has happened.
    let dueAt: UnixTime?
}
