// What a push device is: the body of PUT push/tokens/{id}/tags.

public import BaliseJSON

/// The tags of a push device, in place of those that it had.
public struct SetDeviceTagsRequest: JSONConvertible, Hashable {
    /// At most 20, out of those that the operator has named.
    public var tags: [String]

    /// Makes a body of this member.
    public init(tags: [String]) { self.tags = tags }
}
