// How far a follower has come.

public import Models

/// How far a follower has come: the epoch it holds and the last sequence that it applied.
///
/// Kept in the same transaction as what was applied.
public struct FeedCursor: Hashable, Sendable {
    public var epoch: FeedEpoch
    public var sequence: UInt64

    /// Everything of `epoch` up to `sequence` is applied.
    public init(epoch: FeedEpoch, sequence: UInt64) {
        self.epoch = epoch
        self.sequence = sequence
    }
}
