// The settings of the location service that change what clients see.

import Foundation
import Isolation
import NIOHTTP1
import Testing

extension EndToEnd {
    @Suite("Settings") struct Options {
        @Test("Without the strict check a reader's key is not looked at", arguments: Shape.allCases)
        func notStrict(shape: Shape) async throws {
            try await RunningBalise.withOwn(shape, Setting.withoutStrictCheck) { balise in
                let (device, reader, key) = (Fresh.device(), Fresh.device(), Fresh.key())
                try await balise.accept(.updateLocation, Miataru.update(device))
                try await balise.accept(.setDeviceKey, Miataru.setKey(of: reader, to: key))
                for shown in [nil, "wrong", key] {
                    let read = try await balise.accept(.getLocation, Miataru.read([device], by: reader, key: shown))
                    #expect(read["MiataruLocation"]?[0] != .null)
                    try await balise.accept(.getLocationHistory, Miataru.history(of: device, by: reader, key: shown))
                }
                // Writing needs the key all the same, and so do slogans.
                #expect(try await balise.post(.updateLocation, Miataru.update(reader)).status == 403)
                let slogan = Miataru.slogan(of: device, by: reader, key: "wrong")
                #expect(try await balise.post(.getDeviceSlogan, slogan).status == 403)
            }
        }

        @Test("A key can be demanded of new devices", arguments: Shape.allCases)
        func keyRequired(shape: Shape) async throws {
            try await RunningBalise.withOwn(shape, Setting.keyRequiredOfNewDevices) { balise in
                let (device, key) = (Fresh.device(), Fresh.key())
                for shown in [nil, key] {
                    try await balise.accept(.updateLocation, Miataru.update(device, key: shown))
                }
                let before = try await balise.accept(.getLocation, Miataru.read([device], by: Fresh.device()))
                #expect(before["MiataruLocation"]?[0] == .null)
                try await balise.accept(.setDeviceKey, Miataru.setKey(of: device, to: key))
                #expect(try await balise.post(.updateLocation, Miataru.update(device)).status == 403)
                try await balise.accept(.updateLocation, Miataru.update(device, key: key))
                let read = try await balise.accept(.getLocation, Miataru.read([device], by: Fresh.device()))
                #expect(read["MiataruLocation"]?[0] != .null)
            }
        }

        @Test("A key can be demanded of allowed readers", arguments: Shape.allCases)
        func readersMustHoldKey(shape: Shape) async throws {
            try await RunningBalise.withOwn(shape, Setting.readersMustHoldKey) { balise in
                let (open, device, friend, key) = (Fresh.device(), Fresh.device(), Fresh.device(), Fresh.key())
                try await balise.accept(
                    .updateLocation, Miataru.update([Miataru.place(open), Miataru.place(device)], history: "True"))
                let list = [Miataru.friend(friend, current: true, history: true)]
                try await balise.accept(.setAllowedDeviceList, Miataru.allow(list, on: device, key: "k"))
                let before = try await balise.accept(.getLocation, Miataru.read([open, device], by: friend))
                #expect(before["MiataruLocation"]?[0] != .null && before["MiataruLocation"]?[1] == .null)
                let past = try await balise.accept(.getLocationHistory, Miataru.history(of: device, by: friend))
                #expect(past["MiataruServerConfig"]?["AvailableDeviceLocationUpdates"] == 0)
                try await balise.accept(.setDeviceKey, Miataru.setKey(of: friend, to: key))
                let after = try await balise.accept(.getLocation, Miataru.read([open, device], by: friend, key: key))
                #expect(after["MiataruLocation"]?[1]?["Device"]?.text == device)
                let history = Miataru.history(of: device, by: friend, key: key)
                #expect(try await balise.accept(.getLocationHistory, history)["MiataruLocation"]?.elements?.count == 1)
            }
        }

        @Test("Every visit can be kept, up to the cap", arguments: Shape.allCases)
        func detailedVisitors(shape: Shape) async throws {
            try await RunningBalise.withOwn(shape, Setting.detailedVisitors + Setting.visitorCap(4)) { balise in
                let (device, one, two) = (Fresh.device(), Fresh.device(), Fresh.device())
                try await balise.accept(.updateLocation, Miataru.update(device))
                for visitor in [two, one, one, two, one] {
                    try await balise.accept(.getLocation, Miataru.read([device], by: visitor))
                }
                try await Visits.expect([one, two, one, one], of: device, on: balise)
                let read = try await balise.accept(.getVisitorHistory, Miataru.visitors(of: device))
                #expect(read["MiataruServerConfig"]?["MaximumNumberOfVisitorHistory"] == 4)
            }
        }

        @Test("The history's cap is a setting", arguments: Shape.allCases)
        func historyCap(shape: Shape) async throws {
            try await RunningBalise.withOwn(shape, Setting.historyCap(5)) { balise in
                let device = Fresh.device()
                for batch in [1...3, 4...6, 7...7] {
                    let places = StorageRules.places(device, batch)
                    try await balise.accept(.updateLocation, Miataru.update(places, history: "True"))
                }
                let read = try await balise.accept(.getLocationHistory, Miataru.history(of: device, by: Fresh.device()))
                #expect(
                    read["MiataruServerConfig"]
                        == ["MaximumNumberOfLocationUpdates": 5, "AvailableDeviceLocationUpdates": 5])
                #expect(read["MiataruLocation"]?.elements?.map { $0["Timestamp"] } == ["7", "6", "5", "4", "3"])
            }
        }

        @Test(
            "After too many wrong keys of a device the refusal says how long to wait, and the right one passes",
            arguments: Shape.allCases)
        func wrongKeys(shape: Shape) async throws {
            // In an hour, so that none is given back while a busy machine takes its time.
            let budget = ["BALISE_MIATARU_WRONG_KEY_ATTEMPTS": "5", "BALISE_MIATARU_WRONG_KEY_WINDOW": "1h"]
            try await RunningBalise.withOwn(shape, budget + Setting.trustedProxies("127.0.0.1/32")) { balise in
                let (device, other, key) = (Fresh.device(), Fresh.device(), Fresh.key())
                for owner in [device, other] {
                    try await balise.accept(.setDeviceKey, Miataru.setKey(of: owner, to: key))
                }
                for attempt in 0..<8 {
                    let answer = try await balise.post(.deleteLocation, Miataru.delete(device, key: Fresh.key()))
                    #expect(answer.status == 403)
                    let wait = answer.headers["retry-after"].first.flatMap(Int.init) ?? 0
                    #expect((wait > 0) == (attempt >= 5), "\(attempt): \(answer)")
                }
                try await balise.accept(.deleteLocation, Miataru.delete(device, key: key))
                #expect(try await balise.post(.deleteLocation, Miataru.delete(other, key: "wrong")).status == 403)
                try await balise.accept(.deleteLocation, Miataru.delete(other, key: key))
            }
        }

        @Test("A setting out of its range stops the start and is named", arguments: ["balise", "edge", "location"])
        func badSetting(program: String) async throws {
            let folder = FileManager.default.temporaryDirectory.appending(path: "balise-" + Fresh.token(8))
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            var environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("BALISE_") }
            environment["BALISE_DATA_DIR"] = folder.appending(path: "data").path
            environment["BALISE_HTTP_PORT"] = "70000"
            let child = try ChildProcess(
                program, executable: BuiltPrograms.url(program), environment: environment,
                log: folder.appending(path: "log"))
            try await eventually("the program gives up") { !child.isRunning }
            #expect(try await child.terminate() != 0)
            #expect(try child.logText().contains("BALISE_HTTP_PORT") || child.logText().contains("http.port"))
        }
    }
}
