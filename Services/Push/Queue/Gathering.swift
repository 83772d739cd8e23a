/// The raw value is stored.
enum Gathering: String, Sendable {
    /// Until the end of quiet hours, when it is sent with others of its push device.
    case held
    /// A digest is sent instead.
    case gathered
    case digest
}
