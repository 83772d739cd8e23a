// What POST push/channels/broadcasts answers, in an envelope.

public import BaliseJSON

/// What POST push/channels/broadcasts answers, in an envelope: Apple has taken it.
public struct SentBroadcast: JSONConvertible, Hashable {
    /// What Apple calls it, for questions to Apple; nil where it does not say.
    public var id: String?

    /// Makes a body of these members; nil leaves one out.
    public init(id: String? = nil) { self.id = id }
}
