public import BaliseJSON
public import Foundation

/// The answer of calls that send a code; the same whether it was sent now or a recent one is still valid.
public struct SentEmailCode: JSONConvertible, Hashable {
    /// The end of the code's validity.
    public var expiresAt: Date
    /// The earliest time for another code.
    public var nextAt: Date

    enum CodingKeys: Int, CodingKey { case expiresAt = 0, nextAt }

    /// Makes a body of these members.
    public init(expiresAt: Date, nextAt: Date) {
        self.expiresAt = expiresAt
        self.nextAt = nextAt
    }
}
