// The isolation suite's table: every message, who asks, and what the answer is.

import Isolation
import Models
import Testing

@testable import Location

@Suite("The location service answers", .timeLimit(.minutes(10)))
struct WhoMayTests {
    /// Who asks. All name themselves in the request where it has a place for that.
    enum Asker: String, CaseIterable, Sendable {
        /// Names nobody and shows nothing.
        case guest
        /// The device itself, with its key.
        case owner
        /// The device itself, with another key.
        case forger
        /// On the allowed list, with its own key.
        case allowed
        /// Not on the allowed list, with its own key.
        case stranger
        /// Says to be an allowed device that has a key, and shows none.
        case impostor

        var device: DeviceID? {
            switch self {
            case .guest: nil
            case .owner, .forger: .owner
            case .allowed, .impostor: .friend
            case .stranger: .stranger
            }
        }

        var key: DeviceKey? {
            switch self {
            case .guest, .impostor: nil
            case .owner: .right
            case .forger: .wrong
            case .allowed: .of("friend's key")
            case .stranger: .of("stranger's key")
            }
        }

        var reader: Reader { Reader(device: device, key: key) }
    }

    /// An owner with key, list, slogan, history; a friend and a stranger with keys.
    private func prepare(_ location: LocationHarness) async throws {
        for (device, key) in [
            (DeviceID.owner, DeviceKey.right), (.friend, .of("friend's key")), (.stranger, .of("stranger's key")),
        ] {
            _ = try await location.send(SetDeviceKey(device: device, newKey: key))
        }
        _ = try await location.send(UpdateLocation.of(.owner, [1, 2], key: .right))
        let friend = AllowedDevice(device: .friend, readsCurrentLocation: true, readsHistory: true)
        _ = try await location.send(SetAllowedDeviceList(device: .owner, key: .right, allowed: [friend]))
        _ = try await location.send(SetDeviceSlogan(device: .owner, key: .right, slogan: "here"))
    }

    @Test("requests that need the device's key", arguments: Asker.allCases)
    func writes(asker: Asker) async throws {
        try await LocationHarness.run { location in
            try await prepare(location)
            let expected: ErrorCode? = asker == .owner ? nil : .forbidden
            #expect(try await location.outcome(UpdateLocation.of(.owner, key: asker.key)) == expected)
            #expect(
                try await location.outcome(GetVisitorHistory(device: .owner, key: asker.key, amount: 5)) == expected)
            if let key = asker.key {
                let list = SetAllowedDeviceList(device: .owner, key: key, allowed: [])
                #expect(try await location.outcome(GetAllowedDeviceList(device: .owner, key: key)) == expected)
                #expect(try await location.outcome(list) == expected)
                #expect(
                    try await location.outcome(SetDeviceSlogan(device: .owner, key: key, slogan: "s")) == expected)
            }
            #expect(try await location.outcome(DeleteLocation(device: .owner, key: asker.key)) == expected)
            let change = SetDeviceKey(device: .owner, currentKey: asker.key, newKey: .of("new"))
            #expect(try await location.outcome(change) == expected)
        }
    }

    @Test("where the device is and has been", arguments: Asker.allCases)
    func reads(asker: Asker) async throws {
        try await LocationHarness.run { location in
            try await prepare(location)
            let expected: ErrorCode? =
                switch asker {
                case .guest: .invalidRequest
                case .forger, .impostor: .forbidden
                case .owner, .allowed, .stranger: nil
                }
            let current = GetLocation(reader: asker.reader, devices: [.owner])
            let history = GetLocationHistory(reader: asker.reader, device: .owner, amount: 5)
            #expect(try await location.outcome(current) == expected)
            #expect(try await location.outcome(history) == expected)
            guard expected == nil else { return }
            let found = try await location.send(current).found
            let past = try await location.send(history)
            if asker == .allowed {
                #expect(found == [.init(device: .owner, location: .sample(2), slogan: "here")])
                #expect(past == .init(maximum: 1023, available: 2, locations: [.sample(2), .sample(1)]))
            } else {
                // Just what an unknown device gives.
                let nobody = DeviceID.named("nobody")
                let unknown = GetLocationHistory(reader: asker.reader, device: nobody, amount: 5)
                #expect(found == [nil])
                #expect(past == (try await location.send(unknown)))
            }
        }
    }

    @Test("a map with 401 for a device with a key, whoever asks")
    func map() async throws {
        try await LocationHarness.run { location in
            try await prepare(location)
            #expect(
                try await location.outcome(GetLocationGeoJSON(devices: [.owner])) == .authenticationRequired)
            #expect(try await location.outcome(GetLocationGeoJSON(devices: [])) == .invalidRequest)
            let open = DeviceID.named("open")
            _ = try await location.send(UpdateLocation.of(open))
            #expect(try await location.send(GetLocationGeoJSON(devices: [open])).location == .sample(1))
            #expect(location.denials("GetLocationGeoJSON", .authenticationRequired) == 1)
        }
    }

    @Test("devices with a key about a device's slogan and protection", arguments: Asker.allCases)
    func acquaintance(asker: Asker) async throws {
        try await LocationHarness.run { location in
            try await prepare(location)
            // Both need somebody with a key, so the edge does not even send what a guest or an impostor asks.
            guard let reader = asker.device, let key = asker.key else { return }
            let slogan = GetDeviceSlogan(device: .owner, reader: reader, readerKey: key)
            let status = GetDeviceSecurityStatus(device: .owner, reader: reader, readerKey: key)
            let expected: ErrorCode? = asker == .forger ? .forbidden : nil
            #expect(try await location.outcome(slogan) == expected)
            #expect(try await location.outcome(status) == expected)
            if expected == nil {
                #expect(try await location.send(slogan).slogan == "here")
                #expect(try await location.send(status) == .init(hasDeviceKey: true, isAllowedListEnabled: true))
            }
        }
    }

    @Test("who looked, and counts what it denied")
    func visits() async throws {
        try await LocationHarness.run { location in
            try await prepare(location)
            for asker in Asker.allCases {
                _ = try await location.outcome(GetLocation(reader: asker.reader, devices: [.owner]))
            }
            let visits = try await location.send(GetVisitorHistory(device: .owner, key: .right, amount: 10)).visits
            #expect(visits.map(\.visitor) == [.stranger, .friend])
            #expect(visits.map(\.time) == [.start, .start])
            #expect(location.denials("GetLocation", .forbidden) == 2)
            #expect(location.denials("GetLocation", .invalidRequest) == 0)
        }
    }
}
