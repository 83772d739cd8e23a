// Where places come from.

/// Gives the places of this device as they come: Core Location on Apple systems, a file or a script elsewhere.
public protocol LocationFixSource: Sendable {
    /// The places from now on. The stream ends when there will be none any more, as when the person withdraws the
    /// permission, and who stops reading it stops the source.
    func fixes() -> AsyncStream<LocationFix>
}
