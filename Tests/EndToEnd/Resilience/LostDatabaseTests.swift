extension EndToEnd {
    @Suite("Lost databases") struct LostDatabases {
        @Test("Without its database identity does not start and says why; with it all works again")
        func putBack() async throws {
            try await RunningBalise.withOwn(.services) { balise in
                let person = try await Person(.allIn).signUp(on: balise)
                try await balise.child("identity").killNow()
                let file = balise.dataFolder.appending(path: "identity.sqlite")
                let aside = balise.dataFolder.appending(path: "aside")
                try FileManager.default.createDirectory(at: aside, withIntermediateDirectories: true)
                try move(from: balise.dataFolder, to: aside)
                for content in [nil, Data()] {
                    try content?.write(to: file)
                    try balise.launch("identity")
                    let child = try balise.child("identity")
                    try await eventually("identity refuses to start") { !child.isRunning }
                    #expect(try child.logText().contains("new-database"))
                    try? FileManager.default.removeItem(at: file)
                }
                #expect(try await balise.call(.GET, balise.operations + "/readyz").status == 503)
                try move(from: aside, to: balise.dataFolder)
                try await balise.relaunch("identity")
                #expect(try await person.status() == 200)
            }
        }

        @Test("If identity starts with a new database, the other services keep all accounts and wait for an operator")
        func begunAnew() async throws {
            try await RunningBalise.withOwn(.services) { balise in
                var people: [SignedInPerson] = []
                for _ in 0..<3 {
                    let person = try await Person(.allIn).signUp(on: balise)
                    #expect(try await claim(Fresh.device(), person, balise) == 201)
                    people.append(person)
                }
                try await balise.child("identity").killNow()
                let aside = balise.dataFolder.appending(path: "aside")
                try FileManager.default.createDirectory(at: aside, withIntermediateDirectories: true)
                try move(from: balise.dataFolder, to: aside)
                // Like a lost volume: the mark of the database is lost with it.
                for mark in ["identity.database", "phone-codes.secret"] {
                    try FileManager.default.removeItem(at: balise.dataFolder.appending(path: "keys/\(mark)"))
                }
                try balise.launch("identity")
                let ready = { try await balise.operate(.GET, "/readyz") }
                try await eventually("auth-session and location doubt") {
                    let text = try await ready().text
                    return text.contains("auth-session (3 of 3 accounts are missing")
                        && text.contains("location (3 of 3 accounts are missing")
                }
                #expect(try await ready().status == 503)
                for person in people { #expect(try await devices(of: person) == 1) }
                // An unknown account is no evidence of an erasure. At first the edge may still report identity as unreachable.
                try await eventually("the edge says that the account cannot be found") {
                    let missing = try await people[0].call(.GET, "users/me").expect(503)
                    return missing.text.contains("cannot be found")
                }
                #expect(try balise.child("location").logText().contains("accounts are missing in the accounts feed"))

                // The lost database returns.
                try await balise.child("identity").killNow()
                for suffix in ["", "-wal", "-shm"] {
                    let file = balise.dataFolder.appending(path: "identity.sqlite\(suffix)")
                    try? FileManager.default.removeItem(at: file)
                }
                try move(from: aside, to: balise.dataFolder)
                try await balise.relaunch("identity")
                for person in people {
                    #expect(try await person.status() == 200)
                    #expect(try await devices(of: person) == 1)
                }
            }
        }

        @Test("An operator decides to keep missing accounts, and later to erase them")
        func decided() async throws {
            try await RunningBalise.withOwn(.allInOne) { balise in
                let person = try await Person(.allIn).signUp(on: balise)
                #expect(try await claim(Fresh.device(), person, balise) == 201)
                #expect(try await balise.command("missing-accounts", "list").output.contains("No accounts are missing"))
                try await balise.child("balise").killNow()
                for suffix in ["", "-wal", "-shm"] {
                    let file = balise.dataFolder.appending(path: "identity.sqlite\(suffix)")
                    try? FileManager.default.removeItem(at: file)
                }
                let allowed = try await balise.offline("new-database", "identity")
                #expect(allowed.status == 0, "\(allowed.output)")
                try balise.launch("balise")
                try await eventually("accounts are missing") {
                    guard (try? balise.readPortsAgain()) == true else { return false }
                    return try await balise.command("missing-accounts", "list").output.contains("location: 1 of 1")
                }
                #expect(try await person.call(.GET, "users/me/location-devices").status == 200)
                let decided = try await balise.command("missing-accounts", "keep")
                #expect(decided.status == 0, "\(decided.output)")
                try await eventually("the doubt is over") { try await balise.isReady() }
                #expect(try await person.call(.GET, "users/me/location-devices").status == 200)
                #expect(try await balise.command("missing-accounts", "list").output.contains("No accounts are missing"))
                try await eventually("what is kept is told of") {
                    try await balise.operate(.GET, "/readyz").text.contains("location: keeps the data of 1 accounts")
                }
                // Its user stays signed in, and gets no error about a wrong password.
                #expect(try await person.call(.GET, "users/me").status == 503)
                let change: JSON = [
                    "oldPassword": .string(person.person.password), "newPassword": "another password altogether",
                ]
                #expect(try await person.call(.POST, "users/change-password", change).status == 503)
                // The operator may change the decision.
                let erased = try await balise.command("missing-accounts", "erase", "--yes")
                #expect(erased.status == 0 && erased.output.contains("location: erases"), "\(erased.output)")
                try await eventually("what was kept is erased") {
                    try await person.call(.GET, "users/me/location-devices").status == 401
                }
                try await eventually("nothing is kept any more") {
                    try await !balise.operate(.GET, "/readyz").text.contains("keeps the data of")
                }
            }
        }

        @Test("An erased account that returns with an old backup is reported until it is erased again")
        func cameBack() async throws {
            try await RunningBalise.withOwn(.services) { balise in
                let folder = balise.dataFolder.deletingLastPathComponent().appending(path: "backup").path
                let person = try await Person(.allIn).signUp(on: balise)
                _ = try await Person(.allIn).signUp(on: balise)
                #expect(try await balise.offline("backup", folder, of: "identity").status == 0)
                #expect(try await balise.operate(.DELETE, "/accounts/\(person.account)").status == 200)
                try await person.untilRefused()
                try await balise.child("identity").killNow()
                #expect(try await balise.offline("restore", folder, "--yes", of: "identity").status == 0)
                try await balise.relaunch("identity")
                let isTold = {
                    try await balise.operate(.GET, "/readyz").text.contains("auth-session: 1 erased accounts are back")
                }
                try await eventually("auth-session tells of it") { try await isTold() }
                #expect(try balise.child("auth-session").logText().contains(person.account))
                #expect(try await !balise.call(.GET, balise.operations + "/readyz").text.contains("accounts"))
                #expect(try await balise.operate(.DELETE, "/accounts/\(person.account)").status == 200)
                try await eventually("it is over") { try await !isTold() }
            }
        }

        private func claim(_ device: String, _ person: SignedInPerson, _ balise: RunningBalise) async throws -> Int {
            let key = Fresh.key()
            try await balise.accept(.setDeviceKey, Miataru.setKey(of: device, to: key))
            let claim: JSON = ["device": .string(device), "deviceKey": .string(key)]
            return try await person.call(.POST, "users/me/location-devices", claim).status
        }

        private func devices(of person: SignedInPerson) async throws -> Int {
            let answer = try await person.call(.GET, "users/me/location-devices").expect(200)
            return answer.text.components(separatedBy: "claimedAt").count - 1
        }

        private func move(from folder: URL, to other: URL) throws {
            for suffix in ["", "-wal", "-shm"] {
                let name = "identity.sqlite\(suffix)"
                guard FileManager.default.fileExists(atPath: folder.appending(path: name).path) else { continue }
                try FileManager.default.moveItem(at: folder.appending(path: name), to: other.appending(path: name))
            }
        }
    }
}
