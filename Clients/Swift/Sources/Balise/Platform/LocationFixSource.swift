/// A source of this device's places: Core Location on Apple systems, a file or a script elsewhere.
public protocol LocationFixSource: Sendable {
    /// The places from now on, until the source ends or the permission is withdrawn. Ending the reader stops it.
    func fixes() -> AsyncStream<LocationFix>
}
