// The access tokens of FCM: what their provider says of their life is bounded.

import Isolation
import Models
import Testing

@testable import Push

@Suite("Access tokens", .timeLimit(.minutes(10)))
struct AccessTokensTests {
    @Test("count for a day at most, whatever their answer says", arguments: [Int64.min, -1, 0, 299, 3600, Int64.max])
    func lifetimes(_ lifetime: Int64) async throws {
        let clock = SetClock()
        let tokens = AccessTokens(clock: clock) { () throws(AccessTokens.Failure) in ("access", lifetime) }
        let token = try await tokens.token()
        #expect(token.text == "access")
        #expect((clock.now()...clock.now().adding(seconds: 86_400)).contains(token.freshUntil))
    }
}
