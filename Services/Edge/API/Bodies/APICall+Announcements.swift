// What requests about announcements say beside their bodies.

import Models

extension EdgeRequest {
    /// The key under which the same request gives the same answer again; nil when there is none.
    func idempotencyKey() throws(EdgeError) -> String? {
        guard let key = headers.idempotencyKey else { return nil }
        let bytes = Announce.idempotencyKeyBytes
        guard bytes.contains(key.utf8.count) else {
            throw .invalid("The header Idempotency-Key must have \(bytes.lowerBound) to \(bytes.upperBound) bytes.")
        }
        return key
    }
}

extension APICall {
    /// What the path names: an announcement by its own name, or by what its publisher calls its subject.
    func announcement() throws(EdgeError) -> String { try parameter() }
}
