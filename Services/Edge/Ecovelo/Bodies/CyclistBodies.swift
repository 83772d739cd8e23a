import BaliseAPI
import Models

extension EcoveloCyclist {
    /// A user, in the words of the app's native part.
    ///
    /// - Parameter program: The program of the call.
    init(_ profile: AccountProfile, program: String?) {
        let phone = profile.verifiedPhone ?? profile.names.phone
        self.init(
            id: profile.account.text, status: profile.verifiedPhone == nil ? .unconfirmed : .active,
            email: profile.shownEmail?.value, firstName: profile.details.firstName?.value,
            lastName: profile.details.lastName?.value, phone: phone?.value,
            phoneVerified: profile.verifiedPhone != nil, locale: profile.details.locale, program: program,
            createdAt: profile.createdAt.date)
    }

    /// A user of whom only the status is known.
    init(_ account: AccountID, _ status: EcoveloCyclistStatus) { self.init(id: account.text, status: status) }
}
