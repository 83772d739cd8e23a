// Tests that people send to push devices that are muted.

import Isolation
import MessageBus
import Models
import Testing

@testable import Push

@Suite("Tests of pushes", .timeLimit(.minutes(1))) struct MutedTestPushTests {
    @Test("are refused where every push device that they are for is muted")
    func testOfMuted() async throws {
        try await PushHarness.run { push in
            let ada = try await push.person("ada")
            let token = try #require(try await push.send(ListPushTokens(account: ada)).tokens.first).id
            _ = try await push.send(MutePushToken(account: ada, token: token, isMuted: true))
            let toAll = SendTestPush(account: ada, type: .offer, subject: .number(1))
            var toOne = toAll
            toOne.token = token
            #expect(try await push.refusal(of: toAll) == .conflict)
            #expect(try await push.refusal(of: toOne) == .conflict)
            _ = try await push.send(MutePushToken(account: ada, token: token, isMuted: false))
            #expect(try await push.send(toOne).deliveries.map(\.state) == [.pending])
        }
    }
}
