/// A source of this device's places: Core Location on Apple systems, a file or a script elsewhere.
public protocol LocationFixSource: Sendable {
    /// The places from now on. The stream ends when the source ends, for example because the user withdraws the
    /// permission. A reader that stops also stops the source.
    func fixes() -> AsyncStream<LocationFix>
}
