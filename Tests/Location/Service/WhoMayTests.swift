@testable import Location

@Suite("The answers of the location service", .timeLimit(.minutes(10))) struct WhoMayTests {
    /// All name themselves in the request where it has a place for that.
    enum Asker: String, CaseIterable, Sendable {
        case guest
        case owner
        case forger
        case allowed
        case stranger
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

    @Test("A map of a device with a key is refused with 401")
    func map() async throws {
        try await LocationHarness.run { location in
            try await prepare(location)
            #expect(try await location.outcome(GetLocationGeoJSON(devices: [.owner])) == .authenticationRequired)
            #expect(try await location.outcome(GetLocationGeoJSON(devices: [])) == .invalidRequest)
            let open = DeviceID.named("open")
            _ = try await location.send(UpdateLocation.of(open))
            #expect(try await location.send(GetLocationGeoJSON(devices: [open])).location == .sample(1))
            #expect(location.denials("GetLocationGeoJSON", .authenticationRequired) == 1)
        }
    }

    @Test("Visits are recorded, and denials counted")
    func visits() async throws {
        try await LocationHarness.run { location in
            try await prepare(location)
            for asker in Asker.allCases {
                let expected: ErrorCode? =
                    switch asker {
                    case .guest: .invalidRequest
                    case .forger, .impostor: .forbidden
                    case .owner, .allowed, .stranger: nil
                    }
                let look = GetLocation(reader: asker.reader, devices: [.owner])
                #expect(try await location.outcome(look) == expected, "\(asker)")
                let past = GetLocationHistory(reader: asker.reader, device: .owner, amount: 5)
                #expect(try await location.outcome(past) == expected, "\(asker)")
            }
            let visits = try await location.send(GetVisitorHistory(device: .owner, key: .right, amount: 10)).visits
            #expect(visits.map(\.visitor) == [.stranger, .friend])
            #expect(visits.map(\.time) == [.start, .start])
            #expect(location.denials("GetLocation", .forbidden) == 2)
            #expect(location.denials("GetLocation", .invalidRequest) == 0)
        }
    }
}

@Suite("Guesses of keys", .timeLimit(.minutes(10))) struct KeyGuessTests {
    @Test("Wrong keys must wait, and the right key is always accepted")
    func guessing() async throws {
        try await LocationHarness.run { location in
            _ = try await location.send(SetDeviceKey(device: .owner, newKey: .right))
            let guess = UpdateLocation.of(.owner, key: .wrong)
            for _ in 0..<20 { #expect(try await location.refusal(guess)?.message == "DeviceKey does not match") }
            let answer = try #require(try await location.refusal(guess))
            #expect(answer.code == .forbidden && answer.message == "DeviceKey does not match")
            let wait = Int64(try #require(answer.retryAfter))
            let elsewhere = try #require(try await location.refusal(guess, from: "192.0.2.2"))
            #expect(elsewhere.code == .forbidden && elsewhere.retryAfter == nil)
            // The owner is not shut out, from this address nor from another.
            let update = UpdateLocation.of(.owner, key: .right)
            let reading = GetLocation(reader: Reader(device: .owner, key: .right), devices: [.owner])
            #expect(try await location.outcome(update, from: "192.0.2.3") == nil)
            #expect(try await location.outcome(reading) == nil)
            #expect(try await location.outcome(update) == nil)
            #expect(location.denials("UpdateLocation", .forbidden) == 21)
            #expect(location.denials("UpdateLocation", .rateLimited) == 1)
            for _ in 0..<20 { _ = try await location.outcome(guess) }
            #expect(try await location.refusal(guess)?.retryAfter != nil)
            location.clock.advance(seconds: wait)
            #expect(try await location.refusal(guess)?.retryAfter == nil)
        }
    }

    @Test("New keys count as guesses of the stored one")
    func guessingByNewKeys() async throws {
        try await LocationHarness.run { location in
            let repeated = SetDeviceKey(device: .owner, newKey: .right)
            _ = try await location.send(repeated)
            for current in [nil, DeviceKey.wrong] {
                let guess = SetDeviceKey(device: .owner, currentKey: current, newKey: .of("a guess"))
                for _ in 0..<20 { #expect(try await location.refusal(guess)?.retryAfter == nil) }
                let answer = try #require(try await location.refusal(guess))
                #expect(answer.code == .forbidden && answer.retryAfter != nil)
                // A phone can repeat the request when it does not know whether its key was stored.
                #expect(try await location.outcome(repeated) == nil)
            }
        }
    }

    @Test("Concurrent wrong keys beyond the budget must all wait")
    func guessingAtOnce() async throws {
        try await LocationHarness.run { location in
            _ = try await location.send(SetDeviceKey(device: .owner, newKey: .right))
            let answers = try await concurrently(60) { _ in
                try await location.refusal(UpdateLocation.of(.owner, key: .wrong))
            }
            #expect(answers.allSatisfy { $0?.code == .forbidden })
            #expect(answers.count { $0?.retryAfter == nil } == 20)
        }
    }
}

@Suite("Devices that a reader may see", .timeLimit(.minutes(10))) struct ReadableDevicesTests {
    @Test("Only a reader that proves its key gets the list")
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
    @Test("The key for the ids of events stays with the database")
    func eventKey() async throws {
        let (folder, other) = (try TemporaryFolder(), try TemporaryFolder())
        var keys: [String] = []
        for folder in [folder, folder, other] {
            try await LocationHarness.run(in: folder) { keys.append(try await $0.send(GetEventKey()).key.value) }
        }
        #expect(keys[0] == keys[1] && keys[0] != keys[2] && keys[0].count == 43)
    }
}
