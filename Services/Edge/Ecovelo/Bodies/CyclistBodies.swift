// People, as the web app knows them.

import BaliseAPI
import Models

extension EcoveloCyclist {
    /// A person, with the names that the native part of the app has for what it knows of them.
    ///
    /// - Parameter program: For which program they call.
    init(_ profile: AccountProfile, program: String?) {
        let phone = profile.verifiedPhone ?? profile.names.phone
        self.init(
            id: profile.account.text, status: profile.verifiedPhone == nil ? .unconfirmed : .active,
            email: profile.shownEmail?.value, firstName: profile.details.firstName?.value,
            lastName: profile.details.lastName?.value, phone: phone?.value,
            phoneVerified: profile.verifiedPhone != nil, locale: profile.details.locale, program: program,
            createdAt: profile.createdAt.date)
    }

    /// A person of whom nothing else is said.
    init(_ account: AccountID, _ status: EcoveloCyclistStatus) { self.init(id: account.text, status: status) }
}
