// The erasure of an account, as an operator follows it.

public import BaliseJSON

/// The erasure that an operator has begun.
public struct BegunErasure: JSONConvertible, Hashable {
    /// By which GET /erasures/{id} asks for it; nil when there was no account.
    public var erasure: String?

    /// Makes a body of this member; nil leaves it out.
    public init(erasure: String? = nil) { self.erasure = erasure }
}
