// The calls of the Ecovelo API, like a table of contents: one file a message, named like it, in Routes/.

/// The calls that the web app makes, under `EcoveloAPI.root`.
enum EcoveloRoutes {
    /// - Parameter programs: The programs (tenants) that there are.
    static func all(programs: [String]) -> [Route<AppHandler>] {
        [
            // What there is to choose from
            .get("programs", .anybody { _ in listPrograms(programs) }),
            // The person
            .get("users/me", .account(servesStale: true, getCyclist)),
            .delete("users/me", .recentSignIn(eraseOwnAccount)),
            .post("users/me/phone", .account(requestPhoneCode)),
            .post("users/me/phone/confirm", .account(confirmPhone)),
            .delete("users/me/phone", .account(removePhone)),
            // Their push device
            .post("devices", .account(registerDevice)),
            .delete("devices/{token}", .account(removeDevice)),
            // The same under the names that the web app has in its bundle
            .get("cyclists", .account(servesStale: true, getCyclistAtAnyRate)),
            .post("cyclists", .account(requestPhoneCode)),
            .post("cyclists/confirm", .account(confirmPhone)),
            .delete("cyclists", .account(removePhone)),
        ]
    }
}
