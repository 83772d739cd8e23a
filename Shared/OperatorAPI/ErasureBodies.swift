public import BaliseJSON

public struct BegunErasure: JSONConvertible, Hashable {
    /// The id for GET /erasures/{id}; nil if there was no account.
    public var erasure: String?

    public init(erasure: String? = nil) { self.erasure = erasure }
}
