/// A publisher's action that could find out where a user is.
enum ProbeKind: String {
    /// A count without a push.
    case count
    /// A count without a place and without a push.
    case countAnywhere = "count-anywhere"
    /// The cancellation of a notification.
    case takeBack = "take-back"
}
