// How deliveries stand to the digests that gather what quiet hours held back.

/// How a delivery stands to a digest. The raw value is stored.
enum Gathering: String, Sendable {
    /// It waits for the end of quiet hours, and goes then with others of its push device.
    case held
    /// A digest has it, and goes in its place.
    case gathered
    /// It is the digest.
    case digest
}
