// For how long a location without history is kept.

import Models

/// For how long a location without history is kept.
enum Retention {
    /// A hundred years: longer wishes mean the same and would only strain the arithmetic of time.
    static let maximum: Int64 = 100 * 365 * 24 * 3600

    /// The seconds that a client's minutes stand for.
    ///
    /// Fractions of a second are rounded, but to no less than one. Throws `invalidRequest` unless the minutes are more
    /// than 0.
    /// - Parameter minutes: as the client wrote them; nil for `standard` minutes.
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
