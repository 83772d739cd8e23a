import Models

struct CodeBudget: Sendable {
    let pauseSeconds: Int64
    let codes: Int
    let windowSeconds: Int64

    /// A message to a phone costs money.
    static let phones = CodeBudget(pauseSeconds: 60, codes: 5, windowSeconds: 24 * 3600)
    static let emails = CodeBudget(pauseSeconds: 60, codes: 5, windowSeconds: 3600)

    /// Nil for now; `moments` may have any order.
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
