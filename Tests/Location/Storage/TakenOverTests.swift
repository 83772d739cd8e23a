// Conformance of stores: what an account that was taken over keeps.

import CBOR
import Isolation
import Models
import Storage
import Testing

@testable import Location

@Suite("A store keeps the places of an account's former person from its next one", .timeLimit(.minutes(10)))
struct TakenOverTests {
    private let moment = UnixTime.start.adding(seconds: 60)

    private func tell(_ store: LocationStore, at sequence: UInt64) async throws {
        let change = AccountChange(status: .active, takenOverAt: moment)
        let told = FeedChange(
            sequence: sequence, key: AccountID.ada.text, value: try CBOREncoder().encode(change))
        try await store.applyAccounts(
            FeedPage(epoch: FeedEpoch(rawValue: 1 << 40), changes: [told], highWater: sequence, startsOver: false),
            at: moment)
    }

    private func keepPosition(_ store: LocationStore, at time: UnixTime) async throws {
        let coordinate = try #require(Coordinate(latitude: 48.4, longitude: -4.5))
        let position = Position(coordinate: coordinate, accuracy: nil, at: time)
        #expect(try await store.setPosition(position, of: .ada, at: time).value)
    }

    @Test(
        "claims and position from before go, the device stays with its key, and later ones stay",
        arguments: StoreKind.allCases)
    func takenOver(kind: StoreKind) async throws {
        let fixture = try StoreFixture(kind)
        let store = fixture.store
        try await store.report(.owner, 1)
        try await store.protect(.owner)
        _ = try await store.claimDevice(.owner, key: .right, for: .ada, at: .start)
        try await keepPosition(store, at: .start)
        try await tell(store, at: 1)
        #expect(try await store.listClaimedDevices(of: .ada).value.isEmpty)
        #expect(try await store.getPosition(of: .ada).position == nil)
        #expect(try await store.look(.owner, by: .owner, key: .right) == .sample(1))
        // Its new person claims and shares as before, whatever the feed says of the account then.
        let later = moment.adding(seconds: 1)
        _ = try await store.claimDevice(.owner, key: .right, for: .ada, at: later)
        try await keepPosition(store, at: later)
        try await tell(store, at: 2)
        #expect(try await store.listClaimedDevices(of: .ada).value.map(\.device) == [.owner])
        #expect(try await store.getPosition(of: .ada).position?.at == later)
    }
}
