extension EndToEnd {
    @Suite("Without auth-session") struct SessionsAway {
        @Test("Without auth-session known users can only read, and without identity signed-in users stay signed in")
        func away() async throws {
            let settings = Setting.trustedProxies("127.0.0.1/32") + Setting.patient
            try await RunningBalise.withOwn(.services, settings, measures: true) { balise in
                let person = Person(.meeshy)
                let known = try await person.signUp(on: balise)
                let unknown = try await person.signIn(on: balise)
                // An answer is cached if the latest page of the feed is fresh, which is not always so on a busy machine.
                for _ in 0..<5 { #expect(try await known.status() == 200) }
                try await balise.child("auth-session").killNow()
                // A recently known credential is still accepted for a moment.
                try await eventually("the edge notices") { try await known.call(.GET, "auth/me").status == 503 }
                #expect(try await known.status() == 200, "a reading of somebody known")
                #expect(try await known.call(.GET, "users/me/light").status == 200)
                for (method, path) in [
                    (HTTPMethod.GET, "auth/me"), (.GET, "auth/sessions"), (.POST, "auth/logout"),
                    (.PUT, "users/profile"), (.POST, "users/change-password"), (.DELETE, "auth/sessions"),
                    (.POST, "users/me/location-devices"),
                ] {
                    let answer = try await known.call(method, path, method == .GET ? nil : [:])
                    #expect(answer.status == 503, "\(method) \(path): \(answer.status)")
                    #expect(answer.headers["retry-after"] == ["1"], "\(method) \(path)")
                    #expect(answer.took < .seconds(2), "\(method) \(path): \(answer.took)")
                }
                #expect(try await unknown.status() == 503, "whoever has not been seen cannot be known")
                #expect(try await person.trySignIn(on: balise).status == 503)
                // Location sharing needs no accounts.
                #expect(try await balise.post(.getLocation, Endpoint.getLocation.sample()).status == 200)
                let ready = try await balise.operate(.GET, "/readyz")
                #expect(ready.status == 503 && ready.text.contains("auth-session"))
                try await balise.relaunch("auth-session")
                try await eventually("everybody is known again") {
                    let statuses = [try await known.status(), try await unknown.status()]
                    return statuses == [200, 200]
                }
                #expect(try await known.call(.POST, "auth/logout", [:]).status == 200)
                try await withoutIdentity(person, on: balise)
            }
        }

        private func withoutIdentity(_ person: Person, on balise: RunningBalise) async throws {
            let signedIn = try await person.signIn(on: balise)
            try await balise.child("identity").killNow()
            #expect(try await person.trySignIn(on: balise).status == 503)
            #expect(try await signedIn.call(.GET, "auth/sessions").status == 200)
            let refresh: JSON = ["token": .string(signedIn.token)]
            let refreshed = try await balise.api(.POST, "auth/refresh", refresh, from: person.address)
            #expect(refreshed.status == 200, "a used-up token has to have its successor")
            try await balise.relaunch("identity")
            #expect(try await signedIn.status() == 200)
        }
    }
}
