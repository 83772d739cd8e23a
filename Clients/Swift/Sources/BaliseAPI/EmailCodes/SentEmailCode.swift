// What calls answer that have a code sent to an e-mail address.

public import BaliseJSON
public import Foundation

/// That a code is on its way to an address, or that it would be if the address had none of late: which, is not told.
public struct SentEmailCode: JSONConvertible, Hashable {
    /// Until when the code counts.
    public var expiresAt: Date
    /// From when another code can be asked for.
    public var nextAt: Date

    /// Makes a body of these members.
    public init(expiresAt: Date, nextAt: Date) {
        self.expiresAt = expiresAt
        self.nextAt = nextAt
    }
}
