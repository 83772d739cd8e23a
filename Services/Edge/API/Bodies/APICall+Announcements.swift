import Models

extension EdgeRequest {
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
    /// The announcement that the path names: by its own id, or by its publisher's subject id.
    func announcement() throws(EdgeError) -> String { try parameter() }
}
