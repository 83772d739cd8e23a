public import BaliseJSON

/// The started erasure of an account: the answer of DELETE /accounts/{account}.
public struct BegunErasure: JSONConvertible, Hashable {
    /// The id for GET /erasures/{id}; nil if there was no account.
    public var erasure: String?

    public init(erasure: String? = nil) { self.erasure = erasure }
}
