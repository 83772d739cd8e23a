import BaliseAPI

enum EcoveloRoutes {
    static func all(programs: [String]) -> [Route<AppHandler>] {
        [
            // Programs
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
            // The same calls under the names in the web app's bundle
            .call(EcoveloCalls.getCyclistAtAnyRate, .account(servesStale: true, getCyclistAtAnyRate)),
            .call(EcoveloCalls.addCyclist, .account(requestPhoneCode)),
            .call(EcoveloCalls.confirmCyclist, .account(confirmPhone)),
            .call(EcoveloCalls.removeCyclist, .account(removePhone)),
        ]
    }
}
