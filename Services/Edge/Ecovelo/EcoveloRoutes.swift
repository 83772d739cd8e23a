// The calls of the Ecovelo family, like a table of contents: one file a message, named like it, in Routes/.

import HTTPTypes

/// The calls that the web app makes, under `EcoveloFamily.root`.
enum EcoveloRoutes {
    /// - Parameter programs: The programs (tenants) that there are.
    static func all(programs: [String]) -> [APIRoute] {
        [
            // What there is to choose from
            APIRoute(.get, "programs", .anybody { _ in listPrograms(programs) }),
            // The person
            APIRoute(.get, "users/me", .account(servesStale: true, getCyclist)),
            APIRoute(.delete, "users/me", .recentSignIn(eraseOwnAccount)),
            APIRoute(.post, "users/me/phone", .account(servesStale: false, requestPhoneCode)),
            APIRoute(.post, "users/me/phone/confirm", .account(servesStale: false, confirmPhone)),
            APIRoute(.delete, "users/me/phone", .account(servesStale: false, removePhone)),
            // Their handset
            APIRoute(.post, "devices", .account(servesStale: false, registerDevice)),
            APIRoute(.delete, "devices/{token}", .account(servesStale: false, removeDevice)),
            // The same under the names that the web app has in its bundle
            APIRoute(.get, "cyclists", .account(servesStale: true, getCyclistAtAnyRate)),
            APIRoute(.post, "cyclists", .account(servesStale: false, requestPhoneCode)),
            APIRoute(.post, "cyclists/confirm", .account(servesStale: false, confirmPhone)),
            APIRoute(.delete, "cyclists", .account(servesStale: false, removePhone)),
        ]
    }
}
