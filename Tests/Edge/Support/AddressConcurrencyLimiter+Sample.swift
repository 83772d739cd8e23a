// A limiter for tests that ask nothing of answers.

import ServiceRuntime
import ServiceSettings

@testable import Edge

extension AddressConcurrencyLimiter {
    /// One with the usual budget of answers.
    convenience init(bound: Int) {
        self.init(bound: bound, answers: BodyBudget(ofAnswers: Settings().http.limits, freed: FreedMemory {}))
    }
}
