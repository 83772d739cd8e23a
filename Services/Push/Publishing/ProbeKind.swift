/// Could find out where a user is.
enum ProbeKind: String {
    case count
    case countAnywhere = "count-anywhere"
    case takeBack = "take-back"
}
