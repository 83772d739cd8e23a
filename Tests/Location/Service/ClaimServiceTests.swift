@testable import Location

@Suite("A claimed device", .timeLimit(.minutes(10))) struct ClaimServiceTests {
    private func claim(_ location: LocationHarness, by account: AccountID = .ada) async throws {
        _ = try await location.send(ClaimDevice(account: account, device: .owner, key: .right))
    }

    private func prepare(_ location: LocationHarness) async throws {
        _ = try await location.send(SetDeviceKey(device: .owner, newKey: .right))
        _ = try await location.send(UpdateLocation.of(.owner, key: .right))
        try await claim(location)
    }

    @Test("A reader that may see it learns its claimant, until the key is changed without the claimant")
    func owner() async throws {
        try await LocationHarness.run { location in
            try await prepare(location)
            _ = try await location.send(SetDeviceKey(device: .friend, newKey: .of("friend's key")))
            let friend = AllowedDevice(device: .friend, readsCurrentLocation: true, readsHistory: false)
            _ = try await location.send(SetAllowedDeviceList(device: .owner, key: .right, allowed: [friend]))
            let question = ListReadableDevices(reader: Reader(device: .friend, key: .of("friend's key")))
            let owners = try await location.send(question).owners
            #expect(owners == [ListReadableDevices.Owner(device: .owner, account: .ada)])
            _ = try await location.send(ResetDeviceKey(device: .owner, newKey: .of("another key")))
            let changed = try await location.send(question)
            #expect(changed.devices == [.owner] && changed.owners == [])
        }
    }

    @Test("Only its claimant, not an operator, may set its first key")
    func firstKey() async throws {
        try await LocationHarness.run { location in
            try await prepare(location)
            #expect(try await location.outcome(RemoveDeviceKey(device: .owner, account: .ada)) == nil)
            let refusal = try await location.refusal(ResetDeviceKey(device: .owner))
            #expect(refusal?.code == .conflict)
            #expect(refusal?.message.contains("has no key to reset") == true)
            #expect(try await location.outcome(UpdateLocation.of(.owner)) == nil)
            #expect(try await location.outcome(ResetDeviceKey(device: .owner, account: .ada)) == nil)
        }
    }

    @Test("An account without a claim gets the same answer as for a missing device")
    func strangers() async throws {
        try await LocationHarness.run { location async throws in
            try await prepare(location)
            let nobody = DeviceID.named("nobody")
            let unknown = try await location.refusal(ResetDeviceKey(device: nobody, account: .ben))
            #expect(unknown?.code == .notFound)
            #expect(try await location.refusal(ResetDeviceKey(device: .owner, account: .ben)) == unknown)
            #expect(try await location.refusal(RemoveDeviceKey(device: .owner, account: .ben)) == unknown)
            #expect(try await location.refusal(RemoveDeviceKey(device: nobody, account: .ben)) == unknown)
            #expect(try await location.refusal(ReleaseDevice(account: .ben, device: .owner)) == unknown)
            #expect(try await location.send(ListClaimedDevices(account: .ben)).isEmpty)
            // An operator learns what is wrong with the name.
            #expect(try await location.outcome(ResetDeviceKey(device: nobody)) == .notFound)
            #expect(try await location.outcome(RemoveDeviceKey(device: nobody)) == .notFound)
            // The edge is no operator, whatever it says.
            let context = MessageContext(requestID: "test", timeout: .seconds(60))
            await #expect(throws: BusError.self) {
                try await location.edge.send(ResetDeviceKey(device: .owner), context)
            }
            await #expect(throws: BusError.self) {
                try await location.edge.send(RemoveDeviceKey(device: .owner), context)
            }
        }
    }

    @Test("A reset without a key creates a long random one")
    func madeKey() async throws {
        try await LocationHarness.run { location in
            try await prepare(location)
            let request = ResetDeviceKey(device: .owner, account: .ada)
            let keys = [try await location.send(request).key, try await location.send(request).key]
            #expect(keys.map { $0.secret.count } == [64, 64])
            #expect(keys[0].secret != keys[1].secret)
            #expect(try await location.outcome(UpdateLocation.of(.owner, key: keys[0])) == .forbidden)
            #expect(try await location.outcome(UpdateLocation.of(.owner, key: keys[1])) == nil)
        }
    }

    @Test("Wrong keys of claims count with those of other calls")
    func guessing() async throws {
        try await LocationHarness.run { location in
            _ = try await location.send(SetDeviceKey(device: .owner, newKey: .right))
            let guess = ClaimDevice(account: .ben, device: .owner, key: .wrong)
            for _ in 0..<10 { #expect(try await location.outcome(guess) == .forbidden) }
            for _ in 0..<10 {
                #expect(try await location.outcome(UpdateLocation.of(.owner, key: .wrong)) == .forbidden)
            }
            let answer = try #require(try await location.refusal(guess))
            #expect(answer.code == .forbidden && answer.retryAfter != nil)
            let claim = ClaimDevice(account: .ada, device: .owner, key: .right)
            #expect(try await location.outcome(claim) == nil)
            #expect(location.denials("ClaimDevice", .forbidden) == 10)
            #expect(location.denials("ClaimDevice", .rateLimited) == 1)
        }
    }

    @Test("The claim ends with its account, and another account may claim the device")
    func erasure() async throws {
        try await LocationHarness.run { location in
            // Identity is not there yet, and the service works.
            try await prepare(location)
            let identity = try ScriptedFeed(
                AccountChange.feed, of: .identity, at: location.identity, in: location.folder, for: .location)
            let (ada, ben) = (AccountID.ada.text, AccountID.ben.text)
            try await identity.publish(ada, AccountChange(status: .active))
            try await identity.publish(ben, AccountChange(status: .disabled))
            try await identity.remove(ada)
            try await untilGone(.ada, location)
            #expect(try await location.outcome(ResetDeviceKey(device: .owner, account: .ada)) == .notFound)
            // A request from before the account's end that arrives late changes nothing.
            let late = ClaimDevice(account: .ada, device: .owner, key: .right)
            #expect(try await location.outcome(late) == .accountGone)
            // The device was deleted with its account. The next key makes it a new one.
            let reading = GetLocation(reader: Reader(device: .friend), devices: [.owner])
            #expect(try await location.send(reading).found == [nil])
            _ = try await location.send(SetDeviceKey(device: .owner, newKey: .right))
            try await claim(location, by: .ben)
            // Disabling keeps what there is.
            try await identity.publish(ben, AccountChange(status: .disabled))
            try await identity.remove(ada)
            #expect(try await location.send(ListClaimedDevices(account: .ben)).count == 1)
            await identity.end()
        }
    }

    private func untilGone(_ account: AccountID, _ location: LocationHarness) async throws {
        #expect(try await eventually { try await location.send(ListClaimedDevices(account: account)).isEmpty })
    }
}
