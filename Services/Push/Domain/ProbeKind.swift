// What a publisher may do only so often around a place.

/// What a publisher does that could find out where somebody is.
enum ProbeKind: String {
    /// It counts and tells nobody.
    case count
    /// It counts people wherever they are, and tells nobody.
    case countAnywhere = "count-anywhere"
    /// It takes back what it has announced.
    case takeBack = "take-back"
}
