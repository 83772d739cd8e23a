extension EndToEnd {
    @Suite("Backup and restore") struct BackupAndRestore {
        @Test("A backup ends under load, and a restore brings back all its data", arguments: Shape.onFiles)
        func thereAndBack(shape: Shape) async throws {
            try await RunningBalise.withOwn(shape) { balise in
                let person = try await Person(.allIn).signUp(on: balise)
                let (device, key) = (Fresh.device(), Fresh.key())
                try await balise.accept(.setDeviceKey, Miataru.setKey(of: device, to: key))
                let claim: JSON = ["device": .string(device), "deviceKey": .string(key)]
                #expect(try await person.call(.POST, "users/me/location-devices", claim).status == 201)
                let folder = balise.dataFolder.deletingLastPathComponent().appending(path: "backup").path
                let busy = Fresh.device()
                let writer = Task {
                    while !Task.isCancelled { _ = try await balise.post(.updateLocation, Miataru.update(busy)) }
                }
                for program in storingPrograms(shape) {
                    let made = try await balise.offline("backup", folder, of: program)
                    #expect(made.status == 0, "\(made.output)")
                }
                writer.cancel()
                _ = await writer.result
                let metrics = try await balise.operate(.GET, "/metrics").text
                for service in ["push", "identity"] {
                    #expect(metrics.contains("balise_backup_time_seconds{service=\"\(service)\"}"), "\(service)")
                    #expect(metrics.contains("balise_storage_free_bytes{service=\"\(service)\"}"), "\(service)")
                }

                let later = try await Person(.allIn).signUp(on: balise)
                #expect(try await later.status() == 200)
                let running = try await balise.offline("restore", folder, "--yes", of: storingPrograms(shape)[0])
                #expect(running.status == 1 && running.output.contains("another process"))
                try await balise.stop()
                for program in storingPrograms(shape) {
                    let restored = try await balise.offline("restore", folder, "--yes", of: program)
                    #expect(restored.status == 0, "\(restored.output)")
                }
                for program in shape.programs { try balise.launch(program) }
                try await balise.untilReady()
                #expect(try await person.status() == 200)
                #expect(try await person.call(.GET, "users/me/location-devices").text.contains(device))
                #expect(try await balise.post(.deleteLocation, Miataru.delete(device)).status == 403, "keys still work")
                #expect(try await later.status() == 401, "nobody had signed up")
            }
        }

        @Test("A killed backup is recognized as incomplete, and another one can be made")
        func killedBackup() async throws {
            try await RunningBalise.withOwn(.allInOne) { balise in
                let folder = balise.dataFolder.deletingLastPathComponent()
                let (half, whole) = (folder.appending(path: "half"), folder.appending(path: "whole"))
                // A pipe without a writer, so reading it blocks: push, preferences and location are done by then.
                let secret = balise.dataFolder.appending(path: "keys/auth-session.secret")
                let aside = balise.dataFolder.appending(path: "aside")
                try FileManager.default.moveItem(at: secret, to: aside)
                #expect(mkfifo(secret.path, 0o600) == 0)
                let wasKilled = try await balise.offline("backup", half.path) {
                    FileManager.default.fileExists(atPath: half.appending(path: "auth-session.sqlite").path)
                }
                #expect(wasKilled)
                try FileManager.default.removeItem(at: secret)
                try FileManager.default.moveItem(at: aside, to: secret)

                let again = try await balise.offline("backup", half.path)
                #expect(again.status == 1 && again.output.contains("was interrupted"), "\(again.output)")
                #expect(try await balise.offline("backup", whole.path).status == 0)
                try await balise.stop()
                let refused = try await balise.offline("restore", half.path, "--yes")
                #expect(refused.status == 1 && refused.output.contains("is not complete"), "\(refused.output)")
                #expect(try await balise.offline("restore", whole.path, "--yes").status == 0)
                try await balise.relaunch("balise")
            }
        }

        @Test("After a killed restore the program does not start until the restore is repeated")
        func killedRestore() async throws {
            try await RunningBalise.withOwn(.allInOne) { balise in
                let person = try await Person(.allIn).signUp(on: balise)
                let folder = balise.dataFolder.deletingLastPathComponent().appending(path: "backup").path
                #expect(try await balise.offline("backup", folder).status == 0)
                let later = try await Person(.allIn).signUp(on: balise)
                try await balise.stop()
                // Killed until a restore was in the middle: some databases are replaced, and not all.
                let location = balise.dataFolder.appending(path: "location.sqlite").path
                let mark = balise.dataFolder.appending(path: "auth-session.restoring").path
                var isMixed = false
                for _ in 0..<100 where !isMixed {
                    let before = try FileManager.default.attributesOfItem(atPath: location)[.systemFileNumber] as? Int
                    let wasKilled = try await balise.offline("restore", folder, "--yes") {
                        let now = try? FileManager.default.attributesOfItem(atPath: location)[.systemFileNumber] as? Int
                        return now != nil && now != before
                    }
                    isMixed = wasKilled && FileManager.default.fileExists(atPath: mark)
                }
                try #require(isMixed)

                try balise.launch("balise")
                let child = try balise.child("balise")
                try await eventually("it refuses to start") { !child.isRunning }
                let said = try child.logText()
                #expect(said.contains("`restore \(folder)` again"), "\(said)")
                let copied = try await balise.offline("backup", folder + "-of-a-mix")
                #expect(copied.status == 1 && copied.output.contains("a restore was interrupted"))
                #expect(try await balise.offline("restore", folder, "--yes").status == 0)
                try await balise.relaunch("balise")
                #expect(try await person.status() == 200)
                #expect(try await later.status() == 401)
            }
        }

        @Test("The other services follow identity when it alone is restored")
        func identityAlone() async throws {
            try await RunningBalise.withOwn(.services) { balise in
                // A few accounts stay, so that the lost one is one of several.
                for _ in 0..<3 { _ = try await Person(.allIn).signUp(on: balise) }
                let folder = balise.dataFolder.deletingLastPathComponent().appending(path: "backup").path
                #expect(try await balise.offline("backup", folder, of: "identity").status == 0)
                let lost = try await Person(.allIn).signUp(on: balise)
                try await balise.child("identity").killNow()
                // By hand, because no command does it.
                for suffix in ["", "-wal", "-shm"] {
                    let file = balise.dataFolder.appending(path: "identity.sqlite\(suffix)")
                    try? FileManager.default.removeItem(at: file)
                }
                try FileManager.default.copyItem(
                    at: URL(fileURLWithPath: folder).appending(path: "identity.sqlite"),
                    to: balise.dataFolder.appending(path: "identity.sqlite"))
                try await balise.relaunch("identity")
                for _ in 0..<3 { _ = try await Person(.allIn).signUp(on: balise) }
                try await lost.untilRefused()
            }
        }

        /// The programs with data, followers before their sources.
        private func storingPrograms(_ shape: Shape) -> [String] {
            shape == .allInOne ? ["balise"] : ["push", "preferences", "location", "auth-session", "identity"]
        }
    }

    @Suite("Erasure on disk") struct ErasureOnDisk {
        @Test("Soon after an account is erased, no file of any service has its names", arguments: Shape.onFiles)
        func gone(shape: Shape) async throws {
            try await RunningBalise.withOwn(shape) { balise in
                let person = Person(.meeshy)
                let signedIn = try await person.signUp(on: balise)
                let token = Fresh.iPhone()
                let pushDevice: JSON = [
                    "platform": "ios", "type": "apns", "apnsEnvironment": "production", "token": .string(token),
                ]
                #expect(try await signedIn.call(.POST, "users/register-device-token", pushDevice).status == 201)
                let told = try await tellEverything(signedIn)
                let words = [person.name, person.email, token] + told
                for word in words { #expect(try files(balise, holding: [Data(word.utf8)]) > 0, "\(word) is nowhere") }
                let place = Self.place.map { bytes(of: $0) }
                #expect(try files(balise, holding: place) > 0)
                try await balise.operate(.DELETE, "/accounts/\(signedIn.account)").expect(200)
                for trace in words.map({ Data($0.utf8) }) + place {
                    try await eventually("no file holds \(String(decoding: trace, as: UTF8.self))") {
                        try files(balise, holding: [trace]) == 0
                    }
                }
            }
        }

        /// The user's place; stored as numbers.
        private static let place = [48.123_456_789_012, 2.987_654_321_098]

        private func bytes(of number: Double) -> Data { withUnsafeBytes(of: number.bitPattern.bigEndian) { Data($0) } }

        private func tellEverything(_ signedIn: SignedInPerson) async throws -> [String] {
            let balise = signedIn.balise
            func canary(_ what: String) -> String { "\(what)-\(Fresh.nameMark)-\(Fresh.token(10))" }
            let names = ["first", "last", "display", "bio", "gender", "address"].map(canary)
            let profile: JSON = [
                "firstName": .string(names[0]), "lastName": .string(names[1]), "displayName": .string(names[2]),
                "bio": .string(names[3]), "gender": .string(names[4]), "address": .string(names[5]),
            ]
            #expect(try await signedIn.call(.PATCH, "users/me", profile).status == 200)
            let position: JSON = ["latitude": .number("\(Self.place[0])"), "longitude": .number("\(Self.place[1])")]
            #expect(try await signedIn.call(.PUT, "users/me/position", position).status == 200)
            let quiet: JSON = ["start": "22:00", "end": "07:00", "timeZone": "Pacific/Chatham"]
            #expect(try await signedIn.call(.PUT, "notification-preferences/quiet-hours", quiet).status == 200)
            // Devices are released with their account if no other caller has changed the key.
            let (device, friend, visitor, key) = (Fresh.device(), Fresh.device(), Fresh.device(), Fresh.key())
            let (slogan, timestamp) = (canary("slogan"), "\(Int64.random(in: 1_700_000_000_000..<1_800_000_000_000))")
            try await balise.accept(.setDeviceKey, Miataru.setKey(of: device, to: key))
            let here = Miataru.place(device, .string(timestamp), key: key)
            try await balise.accept(.updateLocation, Miataru.update([here]))
            try await balise.accept(.getLocation, Miataru.read([device], by: visitor))
            try await balise.accept(.setDeviceSlogan, Miataru.setSlogan(of: device, to: .string(slogan), key: key))
            let list = Miataru.allow([Miataru.friend(friend, current: true)], on: device, key: key)
            try await balise.accept(.setAllowedDeviceList, list)
            let claim: JSON = ["device": .string(device), "deviceKey": .string(key)]
            #expect(try await signedIn.call(.POST, "users/me/location-devices", claim).status == 201)
            return names + [device, friend, visitor, slogan, timestamp, "Pacific/Chatham", Fresh.cityMark]
        }

        private func files(_ balise: RunningBalise, holding words: [Data]) throws -> Int {
            let folder = balise.dataFolder
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            return names.filter { name in
                guard name.contains(".sqlite"), !name.hasSuffix(".lock"),
                    let bytes = FileManager.default.contents(atPath: folder.appending(path: name).path)
                else { return false }
                return words.contains { bytes.range(of: $0) != nil }
            }
            .count
        }
    }
}
