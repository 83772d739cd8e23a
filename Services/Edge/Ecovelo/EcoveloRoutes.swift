// The calls of the Ecovelo API, like a table of contents. Their paths are in `EcoveloCalls` (BaliseAPI); what answers
// each is in Routes/, one file a message.

import BaliseAPI

/// The calls that the web app makes, under `EcoveloAPI.root`.
enum EcoveloRoutes {
    /// - Parameter programs: The programs (tenants) that there are.
    static func all(programs: [String]) -> [Route<AppHandler>] {
        [
            // What there is to choose from
            .call(EcoveloCalls.listPrograms, .anybody { _ in listPrograms(programs) }),
            // The person
            .call(EcoveloCalls.getCyclist, .account(servesStale: true, getCyclist)),
            .call(EcoveloCalls.eraseOwnAccount, .account(eraseOwnAccount)),
            .call(EcoveloCalls.requestPhoneCode, .account(requestPhoneCode)),
            .call(EcoveloCalls.confirmPhone, .account(confirmPhone)),
            .call(EcoveloCalls.removePhone, .account(removePhone)),
            // Their push device
            .call(EcoveloCalls.registerDevice, .account(registerDevice)),
            .call(EcoveloCalls.removeDevice, .account(removeDevice)),
            // The same under the names that the web app has in its bundle
            .call(EcoveloCalls.getCyclistAtAnyRate, .account(servesStale: true, getCyclistAtAnyRate)),
            .call(EcoveloCalls.addCyclist, .account(requestPhoneCode)),
            .call(EcoveloCalls.confirmCyclist, .account(confirmPhone)),
            .call(EcoveloCalls.removeCyclist, .account(removePhone)),
        ]
    }
}
