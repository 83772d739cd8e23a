/// The role of a delivery in a digest. The raw value is stored.
enum Gathering: String, Sendable {
    /// It waits for the end of quiet hours, and is then sent with others of its push device.
    case held
    /// A digest contains it and is sent instead.
    case gathered
    case digest
}
