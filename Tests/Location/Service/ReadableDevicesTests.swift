// Which devices let a reader see where they are.

import Isolation
import Models
import Testing

@testable import Location

@Suite("Devices that let a reader see them", .timeLimit(.minutes(10)))
struct ReadableDevicesTests {
    @Test("are told to a reader that proves itself, and to nobody else")
    func readable() async throws {
        try await LocationHarness.run { location in
            let reader = Reader(device: .friend, key: .of("friend's key"))
            #expect(try await location.outcome(ListReadableDevices(reader: reader)) == .forbidden, "there is no key")
            _ = try await location.send(SetDeviceKey(device: .friend, newKey: .of("friend's key")))
            #expect(try await location.send(ListReadableDevices(reader: reader)).devices == [])
            _ = try await location.send(SetDeviceKey(device: .owner, newKey: .right))
            _ = try await location.send(UpdateLocation.of(.owner, key: .right))
            for reads in [true, false] {
                let friend = AllowedDevice(device: .friend, readsCurrentLocation: reads, readsHistory: true)
                _ = try await location.send(SetAllowedDeviceList(device: .owner, key: .right, allowed: [friend]))
                let devices = try await location.send(ListReadableDevices(reader: reader)).devices
                #expect(devices == (reads ? [.owner] : []))
            }
            for key in [nil, DeviceKey.wrong] {
                let other = ListReadableDevices(reader: Reader(device: .friend, key: key))
                #expect(try await location.outcome(other) == .forbidden)
            }
            #expect(try await location.outcome(ListReadableDevices(reader: Reader(device: nil))) == .invalidRequest)
            #expect(try await location.send(GetVisitorHistory(device: .owner, key: .right, amount: 9)).visits == [])
        }
    }

    /// Streams go on after a restart, and at any edge.
    @Test("have ids of events under a key that stays with the database")
    func eventKey() async throws {
        let (folder, other) = (try TemporaryFolder(), try TemporaryFolder())
        var keys: [String] = []
        for folder in [folder, folder, other] {
            try await LocationHarness.run(in: folder) { keys.append(try await $0.send(GetEventKey()).key.value) }
        }
        #expect(keys[0] == keys[1] && keys[0] != keys[2] && keys[0].count == 43)
    }
}
