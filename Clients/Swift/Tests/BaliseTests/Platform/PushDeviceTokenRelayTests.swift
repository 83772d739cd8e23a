import Foundation
import Testing

@testable import Balise

@Suite("The tokens of the system", .timeLimit(.minutes(10)))
@MainActor
struct PushDeviceTokenRelayTests {
    private let relay = PushDeviceTokenRelay()

    @Test("reach earlier readers, and the latest one reaches later readers")
    func readers() async {
        var early = relay.tokens().makeAsyncIterator()
        relay.give(.apns(Data([1])))
        #expect(await early.next() == .apns(Data([1])))
        relay.give(.apns(Data([2])))
        #expect(await early.next() == .apns(Data([2])))
        var late = relay.tokens().makeAsyncIterator()
        #expect(await late.next() == .apns(Data([2])))
    }

    @Test("can be read again after a reader has stopped")
    func again() async {
        relay.give(.apns(Data([1])))
        let stream = relay.tokens()
        let first = Task { for await _ in stream {} }
        first.cancel()
        await first.value
        var second = relay.tokens().makeAsyncIterator()
        #expect(await second.next() == .apns(Data([1])))
        relay.give(.apns(Data([2])))
        #expect(await second.next() == .apns(Data([2])))
    }
}
