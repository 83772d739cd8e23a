// How many people are counted before something is sent, where some of their push devices are muted.

import Isolation
import MessageBus
import Models
import Testing

@testable import Push

@Suite("Counts with muted push devices", .timeLimit(.minutes(10)))
struct MutedCountTests {
    @Test("take off those alone for which the audience holds")
    func ofTheAudience() async throws {
        try await PushHarness.runWithKinds { push in
            let (ada, ben) = (try await push.person("ada"), try await push.person("ben"))
            for account in [ada, ben] {
                let phone = try #require(try await push.send(ListPushTokens(account: account)).tokens.first)
                _ = try await push.send(MutePushToken(account: account, token: phone.id, isMuted: true))
            }
            let second = RegisterPushToken.sample(ada, token: "fcm-ada", session: "other")
            _ = try await push.send(second.with { $0.platform = "ANDROID" })
            let (android, ios) = (AudienceExpression.platform("android"), AudienceExpression.platform("ios"))
            for (audience, expected) in [
                (android, 1), (.not(ios), 1), (.all([android, .accounts([ada])]), 1), (ios, 0),
                (.all([ios, .accounts([ben])]), 0), (.any([android, ios]), 1), (.everyone, 1), (.accounts([ben]), 0),
            ] {
                let counted = try await push.notify(.sample(audience), isDryRun: true)
                #expect(counted.recipients == expected && counted.deliveries == expected, "\(audience)")
            }
            let sent = try await push.done(try await push.notify(.sample(android)))
            #expect(sent.recipients == 1 && sent.counts.sent == 1 && sent.counts.suppressed == 0)
        }
    }
}
