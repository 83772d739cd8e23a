import Crypto

extension EndToEnd {
    @Suite("Erasures with a receipt") struct Erasures {
        private struct Known {
            let signedIn: SignedInPerson
            let places: Int

            var person: Person { signedIn.person }
        }

        private struct AskedErasure {
            let id: String
            let secret: String
            let known: Known
        }

        private func known(_ places: Int, on balise: RunningBalise) async throws -> Known {
            let signedIn = try await Person(.meeshy).signUp(on: balise)
            let (device, key) = (Fresh.device(), Fresh.key())
            try await balise.accept(.setDeviceKey, Miataru.setKey(of: device, to: key))
            for number in 0..<places {
                let place = Miataru.place(device, .string("\(1_763_690_000_000 + number)"), key: key)
                try await balise.accept(.updateLocation, Miataru.update([place], history: "True"))
            }
            let claim: JSON = ["device": .string(device), "deviceKey": .string(key)]
            #expect(try await signedIn.call(.POST, "users/me/location-devices", claim).status == 201)
            let choices: JSON = [
                "notifyNewOffers": true, "notifyNewProNearby": true, "notifyLocalEvents": true,
                "notificationRadius": 20, "preferredCategories": ["FOOD_PLAISIRS"],
            ]
            #expect(try await signedIn.call(.PUT, "notification-preferences", choices).status == 200)
            let position: JSON = ["latitude": 48.1, "longitude": 2.3]
            #expect(try await signedIn.call(.PUT, "users/me/position", position).status == 200)
            let pushDevice: JSON = [
                "platform": "ios", "type": "apns", "apnsEnvironment": "production", "token": .string(Fresh.iPhone()),
            ]
            #expect(try await signedIn.call(.POST, "users/register-device-token", pushDevice).status == 201)
            return Known(signedIn: signedIn, places: places)
        }

        private func erase(_ known: Known) async throws -> AskedErasure {
            var answer = Answer?.none
            // While a service restarts, an app may have to retry.
            try await eventually("it can be asked for") {
                answer = try await known.signedIn.call(
                    .DELETE, "users/me", ["password": .string(known.person.password)])
                return answer?.status != 503
            }
            let asked = try #require(answer)
            #expect(asked.status == 202, "\(asked.text)")
            let data = try #require(asked.data)
            return AskedErasure(
                id: try #require(data["id"]?.text), secret: try #require(data["secret"]?.text), known: known)
        }

        private func status(of begun: AskedErasure, on balise: RunningBalise) async throws -> JSON? {
            let answer = try await balise.api(.GET, "erasures/\(begun.id)", nil, ["x-erasure-secret": begun.secret])
            return answer.status == 200 ? answer.data : nil
        }

        /// Waits for the receipt, verifies it with public data, and returns its claims.
        private func claims(of begun: AskedErasure, on balise: RunningBalise) async throws -> JSON {
            var receipt = ""
            try await eventually("there is a receipt") {
                guard let data = try await status(of: begun, on: balise) else { return false }
                receipt = data["receipt"]?.text ?? ""
                return data["state"] == "done"
            }
            let parts = receipt.split(separator: ".").map(String.init)
            try #require(parts.count == 3)
            let header = try JSON(reading: try decoded(parts[0]))
            #expect(header["typ"] == "erasure-receipt+jwt" && header["alg"] == "EdDSA")
            let keys = try await balise.call(.GET, balise.http + "/.well-known/jwks.json", nil, [:])
            let key = try #require(keys.json?["keys"]?.elements?.first { $0["kid"] == header["kid"] })
            let publicKey = try Curve25519.Signing.PublicKey(
                rawRepresentation: try decoded(try #require(key["x"]?.text)))
            #expect(publicKey.isValidSignature(Data(try decoded(parts[2])), for: Data("\(parts[0]).\(parts[1])".utf8)))
            // It is no credential.
            #expect(try await balise.api(.GET, "users/me", token: receipt).status == 401)
            return try JSON(reading: try decoded(parts[1]))
        }

        private func decoded(_ text: String) throws -> [UInt8] {
            let padded = text.replacing("-", with: "+").replacing("_", with: "/")
            let filled = padded + String(repeating: "=", count: (4 - padded.count % 4) % 4)
            return Array(try #require(Data(base64Encoded: filled)))
        }

        private func check(_ claims: JSON, of begun: AskedErasure) throws {
            #expect(claims["jti"] == .string(begun.id) && claims["backups"]?["stated"] == false)
            let subject = SHA256.hash(data: Data("\(begun.id)\n\(begun.known.signedIn.account)".utf8))
            #expect(try decoded(try #require(claims["sub"]?.text)) == Array(subject))
            var rows: [String: Int] = [:]
            for service in try #require(claims["services"]?.elements) {
                for table in try #require(service["tables"]?.elements) {
                    let name = "\(service["name"]?.text ?? "") \(table["name"]?.text ?? "")"
                    rows[name] = table["rows"]?.integer
                }
            }
            let expected = [
                "auth-session account": 1, "auth-session session": 1, "auth-session session_client": 1,
                "identity account": 1, "identity password": 1, "identity sign_in_name": 2, "location claim": 1,
                "location device": 1, "location location": begun.known.places, "location position": 1,
                "preferences preference": 1, "push recipient": 1,
            ]
            for (name, count) in expected { #expect(rows[name] == count, "\(name) in \(rows)") }
            // Push may learn of the session's end first, and then has only the token's id.
            let tokens = [rows["push token"], rows["push former_token"]].compactMap(\.self)
            #expect(tokens == [1], "\(rows)")
        }

        @Test("A kill of any service leaves the receipts of erasures complete")
        func kills() async throws {
            try await RunningBalise.withOwn(.services) { balise in
                for program in ["location", "preferences", "push", "auth-session", "identity"] {
                    var (begun, people): ([AskedErasure], [Known]) = ([], [])
                    for places in 1...3 { people.append(try await known(places, on: balise)) }
                    // One just before the service dies; the others while it is away, if possible.
                    begun.append(try await erase(people[0]))
                    try await balise.child(program).killNow()
                    let isNeeded = ["auth-session", "identity"].contains(program)
                    if !isNeeded {
                        for known in people.dropFirst() { begun.append(try await erase(known)) }
                        let waiting = try await status(of: begun[2], on: balise)
                        #expect(waiting?["state"] == "pending")
                        #expect(waiting?["pending"]?.elements?.contains(.string(program)) == true)
                        #expect(waiting?["receipt"] == nil)
                    }
                    try await balise.relaunch(program)
                    if isNeeded {
                        for known in people.dropFirst() {
                            begun.append(try await erase(known))
                            try await balise.killAndRestart(program)
                        }
                    }
                    for begun in begun { try check(try await claims(of: begun, on: balise), of: begun) }
                }
            }
        }

        @Test("Two processes of each service count erased rows once", .enabled(if: Shape.replicas.isAvailable))
        func replicas() async throws {
            let balise = try await Shape.replicas.balise
            let begun = try await erase(try await known(2, on: balise))
            try check(try await claims(of: begun, on: balise), of: begun)
        }

        @Test("A user cancels an erasure in time by signing in, also after a kill, and keeps all data")
        func takenBack() async throws {
            try await RunningBalise.withOwn(.services, ["BALISE_IDENTITY_ERASURE_GRACE": "336h"]) { balise in
                let known = try await known(2, on: balise)
                let begun = try await erase(known)
                let waiting = try #require(try await status(of: begun, on: balise))
                #expect(waiting["state"] == "scheduled" && waiting["receipt"] == nil)
                #expect(waiting["erasesAt"]?.text != nil)
                try await known.signedIn.untilRefused()
                try await balise.killAndRestart("identity")
                let person = known.person
                let refused = try await balise.api(.POST, "auth/login", person.credentials)
                #expect(refused.status == 403 && refused.code == "ERASURE_PENDING", "\(refused.text)")
                let body: JSON = [
                    "username": .string(person.name), "password": .string(person.password), "cancelErasure": true,
                ]
                let answer = try await balise.api(.POST, "auth/login", body)
                #expect(answer.status == 200, "\(answer.text)")
                let token = try #require(answer.data?["token"]?.text)
                let devices = try await balise.api(.GET, "users/me/location-devices", token: token)
                #expect(devices.text.contains("device"), "\(devices.text)")
                #expect(try await status(of: begun, on: balise) == nil)
            }
        }
    }
}
