extension EndToEnd {
    @Suite("The operator") struct Operator {
        @Test(
            "An erased account leaves no data, and its names are free",
            arguments: Shape.all(because: "a feed goes through memory, between two processes, or to two of them"))
        func erase(shape: Shape) async throws {
            let balise = try await shape.balise
            let person = Person(.meeshy)
            let signedIn = try await person.signUp(on: balise)
            let (device, key) = (Fresh.device(), Fresh.key())
            try await balise.accept(.setDeviceKey, Miataru.setKey(of: device, to: key))
            let claim: JSON = ["device": .string(device), "deviceKey": .string(key)]
            #expect(try await signedIn.call(.POST, "users/me/location-devices", claim).status == 201)
            try await balise.operate(.DELETE, "/accounts/\(signedIn.account)").expect(200)
            try await signedIn.untilRefused()
            #expect(try await balise.operate(.GET, "/accounts/\(signedIn.account)").status == 404)
            #expect(
                try await balise.operate(.DELETE, "/accounts/\(signedIn.account)").text == "{}",
                "it is done already")
            let next = try await person.signUp(on: balise)
            #expect(next.account != signedIn.account)
            // The device was released with the account, a moment later: it accepts a first key again.
            try await eventually("the device is a new one") {
                try await balise.post(.setDeviceKey, Miataru.setKey(of: device, to: key)).status == 200
            }
            #expect(try await next.call(.POST, "users/me/location-devices", claim).status == 201)
        }

        @Test("The audit log has the acts of an operator, and detects changes in it", arguments: Shape.standard)
        func audit(shape: Shape) async throws {
            let balise = try await shape.balise
            let person = Person(.allIn)
            let signedIn = try await person.signUp(on: balise)
            #expect(try await balise.command("accounts", "disable", person.email).status == 0)
            let listed = try await balise.operate(.GET, "/audit?account=\(signedIn.account)")
            let entries = try #require(listed.json?["entries"]?.elements)
            #expect(entries.map { $0["call"]?.text } == ["DisableAccount", "DisableAccount", "FindAccount"])
            #expect(entries.map { $0["outcome"]?.text } == ["done", "begun", "done"])
            #expect(!listed.text.contains(person.email), "no text of a person")
            let shown = try await balise.command("audit", "list", "--account", signedIn.account)
            #expect(shown.status == 0 && shown.output.contains("DisableAccount") && shown.output.contains("begun"))
            let verified = try await balise.command("audit", "verify")
            #expect(verified.status == 0, "\(verified.output)")
            let count = try #require(verified.output.firstMatch(of: /count +(\S+)/)).output.1
            let head = try #require(verified.output.firstMatch(of: /head +(\S+)/)).output.1
            // Other tests may have added some since.
            let again = try await balise.command("audit", "verify", "--count", String(count), "--head", String(head))
            #expect(again.status == 0, "\(again.output)")
            let other = String(head.reversed())
            let wrong = try await balise.command("audit", "verify", "--count", String(count), "--head", other)
            #expect(wrong.status == 1 && wrong.output.contains("are others than those"), "\(wrong.output)")
            let many = String(1_000_000)
            let missing = try await balise.command("audit", "verify", "--count", many, "--head", String(head))
            #expect(missing.status == 1 && missing.output.contains("are missing"), "\(missing.output)")
        }

        @Test("`doctor` prints the checks of all services of the running server, and no failure")
        func doctor() async throws {
            let balise = try await Shape.services.balise
            let found = try await balise.command("doctor")
            #expect(found.status < 2 && !found.output.contains("failure "), "\(found.output)")
            for service in ["edge", "identity", "auth-session", "location", "preferences", "push"] {
                #expect(found.output.contains(" \(service): "), "\(service)")
            }
            #expect(found.output.contains("edge: versions: all processes are of version"))
        }
    }
}
