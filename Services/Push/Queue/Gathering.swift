/// The raw value is stored.
enum Gathering: String, Sendable {
    /// Waits for the end of quiet hours, and is then sent with others of its push device.
    case held
    /// A digest is sent instead.
    case gathered
    case digest
}
