// People, as the web app knows them.

import HTTPInterface
import Models

extension JSONObject {
    /// What the web app calls the state of a person.
    enum CyclistStatus: String {
        case active
        /// Has no phone number that they have shown to be theirs.
        case unconfirmed
        case deleted
    }

    /// A person, with the names that the native part of the app has for what it knows of them.
    ///
    /// - Parameter program: For which program they call.
    init(cyclist profile: AccountProfile, program: String?) {
        let phone = profile.verifiedPhone ?? profile.names.phone
        self.init(cyclist: profile.account, profile.verifiedPhone == nil ? .unconfirmed : .active)
        set("email", profile.shownEmail?.value)
        set("firstName", profile.details.firstName?.value)
        set("lastName", profile.details.lastName?.value)
        set("phone", phone?.value)
        set("phoneVerified", profile.verifiedPhone != nil)
        set("locale", profile.details.locale)
        set("program", program)
        set("createdAt", profile.createdAt)
    }

    /// A person of whom nothing else is said.
    init(cyclist account: AccountID, _ status: CyclistStatus) {
        self.init()
        set("id", account.text)
        set("status", status.rawValue)
    }
}
