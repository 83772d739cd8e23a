extension EndToEnd {
    /// Data folders that earlier versions wrote are in Tests/Upgrade. Each must work on this version.
    @Suite("Upgrades") struct Upgrades {
        @Test("What a stored data folder holds works on this version", arguments: try StoredData.all())
        func keepsEverything(stored: StoredData) async throws {
            try await RunningBalise.withOwn(.allInOne, Setting.kinds, on: Ground(data: stored.archive)) { balise in
                try await StoredData.check(on: balise)
                // New rows fit beside the stored ones.
                try await balise.accept(.updateLocation, Miataru.update(Fresh.device()))
                _ = try await Person().signUp(on: balise)
            }
        }

        @Test(
            "On files, going back to the version before works, or is refused and changes nothing",
            .enabled(if: BuiltPrograms.previous != nil, "BALISE_PREVIOUS names no program of the version before"))
        func goesBack() async throws {
            try await RunningBalise.withOwn(.allInOne, Setting.kinds) { balise in
                try await StoredData.write(on: balise)
                try await balise.stop()
                balise.choose(isPrevious: true, of: balise.programs)
                try balise.launch("balise")
                let child = try balise.child("balise")
                try await eventually("the version before starts, or refuses to") {
                    !child.isRunning || (try? balise.readPortsAgain()) == true
                }
                if child.isRunning {
                    try await balise.untilReady()
                    try await StoredData.check(on: balise)
                    try await balise.stop()
                } else {
                    #expect(try child.logText().contains("belongs to a newer version"))
                }
                balise.choose(isPrevious: false, of: balise.programs)
                try await balise.relaunch("balise")
                try await StoredData.check(on: balise)
            }
        }

        /// For a release whose schema has changed: `make upgrade-data VERSION=0.2.0`.
        @Test("Records a data folder", .enabled(if: StoredData.toRecord != nil))
        func records() async throws {
            let archive = try #require(StoredData.toRecord)
            try await RunningBalise.withOwn(.allInOne, Setting.kinds) { balise in
                try await StoredData.write(on: balise)
                try await balise.stop()
                let folder = balise.dataFolder
                let packed = try await Process.output(
                    of: StoredData.tar, ["-czf", archive.path, "--exclude=run", "-C", folder.path, "."])
                #expect(packed.status == 0, "\(packed.output)")
            }
        }
    }
}

extension EndToEnd.Faults {
    @Test(
        "Replicas are replaced by those of the next version, and back, and lose nothing",
        .enabled(if: BuiltPrograms.previous != nil, "BALISE_PREVIOUS names no program of the version before"))
    func replacesReplicas() async throws {
        try await onOwnServer(isPrevious: true) { balise, server in
            let ledger = try await Ledger(people: 4, devices: 4, on: balise)
            try await ledger.whileWriting(to: balise) {
                for program in balise.programs {
                    try await balise.replace(program, byPrevious: false)
                    // The other replica restarts on the schema of the new version.
                    for other in balise.programs where other.hasPrefix(program) && other != program {
                        let killed = try balise.child(other)
                        kill(killed.id, SIGKILL)
                        try await balise.untilStartedAgain(other, after: killed)
                    }
                    try await ledger.untilAcknowledged(50)
                }
                for program in balise.programs.reversed() {
                    try await balise.replace(program, byPrevious: true)
                    try await ledger.untilAcknowledged(50)
                }
            }
            try await ledger.audit(on: balise, server, database: "balise")
        }
    }
}

extension RunningBalise {
    /// Ends a program, which a `Ledger` that writes then starts in the version before or in this one.
    fileprivate func replace(_ program: String, byPrevious isPrevious: Bool) async throws {
        let ended = try child(program)
        choose(isPrevious: isPrevious, of: [program])
        #expect(try await ended.terminate() == 0, "\(program) leaves with status 0")
        try await untilStartedAgain(program, after: ended)
    }

    fileprivate func untilStartedAgain(_ program: String, after ended: ChildProcess) async throws {
        try await eventually("\(program) is started again") {
            guard try self.child(program) !== ended else { return false }
            return try await self.isReady()
        }
    }
}

/// The archive of a data folder: an account with preferences and a device that shows a friend where it is. Nothing in it
/// expires.
struct StoredData: Sendable, CustomTestStringConvertible {
    let archive: URL

    static let tar = URL(filePath: "/usr/bin/tar")
    static let credentials: JSON = ["username": "stored-ada", "password": "a stored password 1815"]
    static let device = "stored-device", deviceKey = "a stored device key"
    static let friend = "stored-friend", friendsKey = "a stored friend's key"
    /// What answers to the account contain, by path.
    static let expected = [
        "notification-preferences/quiet-hours": "Pacific/Chatham", "notification-preferences/kinds": "orders",
        "notifications/topics": "news-1", "users/me/location-devices": device,
    ]

    var testDescription: String { archive.deletingPathExtension().deletingPathExtension().lastPathComponent }

    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Upgrade")

    static func all() throws -> [StoredData] {
        let stored = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { $0.lastPathComponent.hasSuffix(".tar.gz") }.map(StoredData.init)
        try #require(!stored.isEmpty, "there is no data folder in \(folder.path)")
        return stored
    }

    static var toRecord: URL? {
        ProcessInfo.processInfo.environment["BALISE_UPGRADE_VERSION"].map { folder.appending(path: "\($0).tar.gz") }
    }

    static func check(on balise: RunningBalise) async throws {
        let signedIn = try await balise.api(.POST, "auth/login", credentials)
        #expect(signedIn.status == 200, "\(signedIn)")
        let token = try #require(signedIn.json?["token"]?.text)
        #expect(signedIn.data?["user"]?["firstName"] == "Ada")
        for (path, expected) in Self.expected {
            let answer = try await balise.api(.GET, path, token: token)
            #expect(answer.text.contains(expected), "\(path): \(answer)")
        }

        #expect(try await balise.post(.updateLocation, Miataru.update(device)).status == 403)
        let read = Miataru.read([device], by: friend, key: friendsKey)
        let place = try await balise.accept(.getLocation, read)
        #expect(place["MiataruLocation"]?[0]?["Timestamp"] == "1700000000")
        let stranger = Miataru.read([device], by: Fresh.device())
        #expect(try await balise.accept(.getLocation, stranger) == ["MiataruLocation": [nil]])
        let slogan = Miataru.slogan(of: device, by: device, key: deviceKey)
        #expect(try await balise.accept(.getDeviceSlogan, slogan)["MiataruDeviceSlogan"]?["Slogan"] == "here")
    }

    static func write(on balise: RunningBalise) async throws {
        var person = credentials
        for (name, value) in ["firstName": "Ada", "lastName": "Lovelace", "email": "ada@example.org"] {
            person = person.replacing([.name(name)], with: .string(value))
        }
        let signedUp = try await balise.api(.POST, "auth/register", person)
        try #require(signedUp.status == 201, "\(signedUp)")
        let token = try #require(signedUp.json?["token"]?.text)
        let quiet: JSON = ["start": "22:00", "end": "07:00", "timeZone": "Pacific/Chatham"]
        #expect(try await balise.api(.PUT, "notification-preferences/quiet-hours", quiet, token: token).status == 200)
        #expect(try await balise.api(.PUT, "notifications/topics/news-1", token: token).status == 200)

        for (owner, key) in [(device, deviceKey), (friend, friendsKey)] {
            try await balise.accept(.setDeviceKey, Miataru.setKey(of: owner, to: key))
        }
        // A retention in minutes: a hundred years.
        try await balise.accept(.updateLocation, Miataru.update(device, retention: "52560000", key: deviceKey))
        try await balise.accept(.setDeviceSlogan, Miataru.setSlogan(of: device, to: "here", key: deviceKey))
        let friends = [Miataru.friend(friend, current: true)]
        try await balise.accept(.setAllowedDeviceList, Miataru.allow(friends, on: device, key: deviceKey))
        let claim: JSON = ["device": .string(device), "deviceKey": .string(deviceKey)]
        #expect(try await balise.api(.POST, "users/me/location-devices", claim, token: token).status == 201)
    }
}
