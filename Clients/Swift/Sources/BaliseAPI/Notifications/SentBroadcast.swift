public import BaliseJSON

/// The answer of POST push/channels/broadcasts in an envelope: Apple has accepted the push.
public struct SentBroadcast: JSONConvertible, Hashable {
    /// Apple's id of the push, for questions to Apple; nil if Apple sent none.
    public var id: String?

    /// Makes a body of these members; nil leaves one out.
    public init(id: String? = nil) { self.id = id }
}
