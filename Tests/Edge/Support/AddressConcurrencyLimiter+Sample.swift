@testable import Edge

extension AddressConcurrencyLimiter {
    /// With the usual budget of answers.
    convenience init(bound: Int) {
        self.init(bound: bound, answers: BodyBudget(ofAnswers: Settings().http.limits, freed: FreedMemory {}))
    }
}
