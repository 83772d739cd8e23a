public import BaliseJSON

/// The new tags of a push device, which replace the old ones: the body of PUT push/tokens/{id}/tags.
public struct SetDeviceTagsRequest: JSONConvertible, Hashable {
    /// At most 20, out of the operator's.
    public var tags: [String]

    /// Makes a body of this member.
    public init(tags: [String]) { self.tags = tags }
}
