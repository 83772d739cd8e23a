// What the state of an account means for its sessions.

import Isolation
import Models
import Testing

@testable import AuthSession

@Suite("The status of an account")
struct AccountSessionStatusTests {
    private static let cases: [(change: AccountChange?, after: Int64, reason: SessionEnd.Reason?)] = [
        (nil, 0, .accountErased), (nil, 1_000_000, .accountErased),
        (AccountChange(status: .disabled), 0, .accountDisabled),
        (AccountChange(status: .disabled, sessionsEndBefore: .start), 1, .accountDisabled),
        (AccountChange(status: .active), 0, nil),
        (AccountChange(status: .active, sessionsEndBefore: .start), -1, .accountSignedOut),
        (AccountChange(status: .active, sessionsEndBefore: .start), 0, .accountSignedOut),
        (AccountChange(status: .active, sessionsEndBefore: .start), 1, nil),
        (AccountChange(status: .active, providerSessionsEndBefore: .start), 0, nil),
    ]

    @Test("decides which sessions live, by when their person was recognised", arguments: cases)
    func ends(_ change: AccountChange?, _ after: Int64, _ reason: SessionEnd.Reason?) {
        let recognisedAt = UnixTime(milliseconds: UnixTime.start.rawValue + after)
        #expect(AccountSessionStatus(change).ends(.sample(authenticatedAt: recognisedAt)) == reason)
    }

    @Test("and whether one of them goes on where the others end")
    func kept() {
        let change = AccountChange(status: .active, sessionsEndBefore: .start, keptSession: .named("one"))
        let status = AccountSessionStatus(change)
        #expect(status.ends(.sample("one")) == nil && status.ends(.sample("two")) == .accountSignedOut)
        #expect(
            AccountSessionStatus(AccountChange(status: .disabled, keptSession: .named("one")))
                .ends(.sample("one")) == .accountDisabled)
    }

    @Test("the end of a link ends what began at a provider, and nothing else", arguments: SignInMethod.allCases)
    func links(_ method: SignInMethod) {
        let status = AccountSessionStatus(AccountChange(status: .active, providerSessionsEndBefore: .start))
        #expect(status.ends(.sample(by: method)) == (method == .issuer ? .signedOut : nil))
        #expect(status.ends(.sample(by: method, authenticatedAt: .start.adding(seconds: 1))) == nil)
    }

    @Test(
        "whoever shows a token of a session that has ended is told no more than the app needs",
        arguments: [
            (SessionEnd.Reason.expired, ErrorCode.tokenExpired), (.accountDisabled, .accountGone),
            (.accountErased, .accountGone), (.signedOut, .invalidToken), (.limit, .invalidToken),
            (.reuse, .invalidToken), (.accountSignedOut, .invalidToken),
        ])
    func refusals(_ reason: SessionEnd.Reason, _ code: ErrorCode) {
        #expect(reason.refusal == code)
        #expect(ServiceError.over(reason).code == code)
    }
}
