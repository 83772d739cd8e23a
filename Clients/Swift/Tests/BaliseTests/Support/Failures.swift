func failure<Result>(_ call: () async throws -> Result) async throws -> BaliseError {
    do {
        _ = try await call()
    } catch { return try #require(error as? BaliseError) }
    throw NoFailure()
}

struct NoFailure: Error {}

extension BaliseError {
    /// Nil for another error.
    var refusal: Refusal? { if case .refused(let refusal) = self { refusal } else { nil } }
    /// A refusal's status; nil for another error.
    var status: Int? { refusal?.status }
    /// The text of `invalid`; nil for another error.
    var invalidReason: String? { if case .invalid(let reason) = self { reason } else { nil } }
    /// The text of `storage`; nil for another error.
    var storageReason: String? { if case .storage(let reason) = self { reason } else { nil } }
    /// The text of `unreadable`; nil for another error.
    var unreadableReason: String? { if case .unreadable(let reason) = self { reason } else { nil } }
}
