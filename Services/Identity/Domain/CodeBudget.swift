import Models

/// The limit of codes for one account, and for one number or address.
struct CodeBudget: Sendable {
    let pauseSeconds: Int64
    /// The most codes within the window.
    let codes: Int
    let windowSeconds: Int64

    /// A message to a phone costs money.
    static let phones = CodeBudget(pauseSeconds: 60, codes: 5, windowSeconds: 24 * 3600)
    static let emails = CodeBudget(pauseSeconds: 60, codes: 5, windowSeconds: 3600)

    /// Returns when the next code may be requested; nil for now.
    ///
    /// - Parameter moments: The times of earlier requests, in any order.
    func opens(after moments: [UnixTime], at now: UnixTime) -> UnixTime? {
        // A time in the future is from before the clock was set back; it is ignored.
        let recent = moments.filter { $0 <= now && now < $0.adding(seconds: windowSeconds) }.sorted()
        guard let last = recent.last else { return nil }
        let pause = last.adding(seconds: pauseSeconds)
        guard recent.count >= codes else { return pause }
        return max(pause, recent[recent.count - codes].adding(seconds: windowSeconds))
    }

    func isOpen(after moments: [UnixTime], at now: UnixTime) -> Bool {
        opens(after: moments, at: now).map { $0 <= now } ?? true
    }
}
