extension EndToEnd {
    @Suite("Signing in") struct SigningIn {
        @Test("The Meeshy app registers, reads, refreshes, and signs out", arguments: Shape.standard)
        func meeshy(shape: Shape) async throws {
            let balise = try await shape.balise
            let person = Person(.meeshy)
            let registered = try await person.register(on: balise)
            try #require(registered.status == 201)
            #expect(registered.json?["success"] == true)
            #expect(registered.data?["expiresIn"]?.integer.map { (86_300...86_400).contains($0) } == true)
            #expect(registered.data?["sessionToken"]?.text != nil, "with it the app goes on after a day away")
            let user = try #require(registered.data?["user"])
            #expect(user["username"] == .string(person.name))
            #expect(user["email"] == .string(person.email))
            #expect(user["firstName"] == "Ada" && user["lastName"] == "Lovelace")
            let token = try #require(registered.data?["token"]?.text)
            #expect(registered.json?["token"]?.text == token)
            #expect(token.split(separator: ".").count == 3, "the app looks into its token")

            var signedIn = try await person.signIn(on: balise)
            let me = try await signedIn.call(.GET, "auth/me")
            #expect(me.status == 200 && me.data?["user"]?["username"] == .string(person.name))
            // Without the word Bearer, and in another header.
            try await balise.api(
                .GET, "auth/me", nil, from: person.address, ["authorization": signedIn.token]
            ).expect(200)
            let refresh: JSON = [
                "token": .string(signedIn.token), "sessionToken": .string(signedIn.refreshToken ?? ""),
            ]
            let refreshed = try await balise.api(.POST, "auth/refresh", refresh, from: person.address)
            try #require(refreshed.status == 200)
            signedIn.token = try #require(refreshed.data?["token"]?.text)
            #expect(refreshed.data?["sessionToken"]?.text != signedIn.refreshToken)
            #expect(try await signedIn.status() == 200)
            let logout = try await signedIn.call(.POST, "auth/logout", [:])
            #expect(logout.status == 200 && logout.data == [:] && logout.json?["message"]?.text != nil)
            #expect(try await signedIn.status() == 401)
        }

        @Test("The ALL IN app registers, signs in, reads and changes its profile", arguments: Shape.standard)
        func allIn(shape: Shape) async throws {
            let balise = try await shape.balise
            let person = Person(.allIn)
            let registered = try await person.signUp(on: balise)
            let signedIn = try await person.signIn(on: balise)
            #expect(registered.token != signedIn.token)
            #expect(registered.refreshToken == nil && signedIn.refreshToken == nil, "this app never refreshes")
            let me = try await signedIn.call(.GET, "users/me").expect(200)
            #expect(me.json?["firstName"] == "Ada" && me.json?["email"] == .string(person.email))
            #expect(me.json?["id"]?.integer != nil, "this app counts its users")
            #expect(me.json?["postalCode"] == "29200")
            let light = try await signedIn.call(.GET, "users/me/light")
            #expect(light.json?["firstName"] == "Ada" && light.json?["email"] == nil)
            // The app's own form: 1 and 0 have become truth values.
            let change: JSON = ["firstName": "Augusta", "latitude": 48.39, "isAdmin": .number("1")]
            #expect(try await signedIn.call(.PUT, "users/profile", change).status == 200)
            let changed = try await signedIn.call(.GET, "users/me").json
            #expect(changed?["firstName"] == "Augusta" && changed?["lastName"] == "Lovelace")
            #expect(changed?["isAdmin"] == nil, "nobody makes themselves an administrator")
            #expect(changed?["lastLoginAt"]?.text != nil)

            // A wrong password and an unknown account get the same answer.
            var forgetful = person
            forgetful.password = "pw-\(Fresh.passwordMark)-other"
            let wrong = try await forgetful.trySignIn(on: balise)
            let unknown = try await Person(.allIn).trySignIn(on: balise)
            #expect(wrong.status == 401 && wrong.code == "INVALID_CREDENTIALS")
            #expect(unknown.status == 401)
            for member in ["code", "message", "error", "field", "success"] {
                #expect(unknown.json?[member] == wrong.json?[member], "\(member)")
            }
        }
    }
}
