import Models

enum Retention {
    /// A hundred years. More would only cause overflows in time arithmetic.
    static let maximum: Int64 = 100 * 365 * 24 * 3600

    /// Converts a client's minutes to seconds.
    ///
    /// Fractions of a second are rounded, to at least one second. Throws `invalidRequest` for 0 minutes or less.
    /// - Parameter minutes: The client's text; nil for `standard` minutes.
    static func seconds(_ minutes: LocationValue?, standard: Int) throws(ServiceError) -> Int64 {
        guard let minutes else { return min(Int64(standard) * 60, maximum) }
        guard let number = Numeral(minutes), number.value > 0 else {
            throw ServiceError(.invalidRequest, "LocationDataRetentionTime is not a number of minutes above 0")
        }
        let seconds = number.value * 60
        guard seconds < Double(maximum) else { return maximum }
        return max(1, Int64(seconds.rounded()))
    }
}
