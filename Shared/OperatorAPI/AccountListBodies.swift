public import Models

extension AccountList {
    /// The query parameters of a search.
    public enum Parameter: String, CaseIterable, Sendable {
        /// The beginning of a name.
        case query
        /// Whether the user may sign in.
        case status
        /// A way to sign in.
        case method
        /// The earliest time of creation.
        case since
        /// The most accounts.
        case limit
        /// `nextCursor` of the previous page.
        case cursor
    }

    public static let maximumLimit = 200
}
