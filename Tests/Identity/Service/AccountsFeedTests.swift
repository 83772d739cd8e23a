@testable import Identity

@Suite("The identity service: the accounts feed", .timeLimit(.minutes(10))) struct AccountsFeedTests {
    @Test("A waiting follower learns at once that an account is closed, opened, reset or erased")
    func news() async throws {
        try await IdentityHarness.withAda { identity, ada in
            var page = try await identity.readFeed()
            #expect(page.changes.map(\.key) == [ada.text] && page.highWater == 1)
            for status in [AccountStatus.disabled, .active] {
                let waiting = page
                async let next = identity.readFeed(epoch: waiting.epoch, after: waiting.highWater)
                _ = try await identity.send(SetAccountStatus(account: ada, status: status))
                page = try await next
                let change = try CBORDecoder().decode(AccountChange.self, from: page.changes.first?.value ?? [])
                #expect(change.status == status && change.sessionsEndBefore == .start)
            }
            _ = try await identity.send(EraseAccount(account: ada))
            let last = try await identity.readFeed(epoch: page.epoch, after: page.highWater)
            #expect(last.changes.map(\.key) == [ada.text] && last.changes[0].value == nil)
            #expect(last.highWater == 4)
        }
    }

    @Test("Sign-ins, profiles and password changes are not in the feed")
    func silence() async throws {
        try await IdentityHarness.withAda { identity, ada in
            _ = try await identity.send(VerifyPassword.of("ada"))
            _ = try await identity.send(ChangePassword(account: ada, current: .right, new: .new))
            let change = ProfileDetails(firstName: Personal("Ada"))
            _ = try await identity.send(UpdateProfile(account: ada, names: AccountNames(), details: change))
            _ = try await identity.send(RequestPasswordReset(email: Personal("ada@example.org")))
            #expect(try await identity.readFeed(after: nil).highWater == 1)
        }
    }

    @Test("Tombstones are forgotten after a month, and a follower that was away longer starts over")
    func pruning() async throws {
        try await IdentityHarness.withAda { identity, ada in
            let before = try await identity.readFeed()
            _ = try await identity.send(EraseAccount(account: ada))
            _ = try await identity.send(CreateAccount.of(.username("bob")))
            identity.clock.advance(seconds: 30 * 24 * 3600 - 1)
            identity.signalHousekeeping()
            let news = try await identity.readFeed(epoch: before.epoch, after: before.highWater)
            #expect(!news.startsOver && news.changes.count == 2)
            identity.clock.advance(seconds: 2)
            #expect(
                try await eventually {
                    identity.signalHousekeeping()
                    return try await identity.readFeed(epoch: before.epoch, after: before.highWater).startsOver
                })
            let page = try await identity.readFeed(epoch: before.epoch, after: before.highWater)
            #expect(page.changes.count == 1)
        }
    }
}
