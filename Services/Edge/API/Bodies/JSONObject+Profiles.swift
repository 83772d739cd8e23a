// Profiles, in the forms in which the two apps read their users.

import HTTPInterface
import Models

extension JSONObject {
    /// A user as one app reads it in its envelopes: it cannot do without `id` (a text) and `username`.
    init(envelopedUser profile: AccountProfile) {
        self.init()
        set("id", profile.account.text)
        // Who came through another door has no user name, and is shown under what they are reached by.
        let name = profile.names.username ?? profile.shownEmail?.value ?? profile.shownPhone?.value
        set("username", name ?? profile.account.text)
        set("email", profile.shownEmail?.value)
        set("phoneNumber", profile.shownPhone?.value)
        if let verifiedAt = profile.phoneVerifiedAt, profile.showsVerifiedPhone { set("phoneVerifiedAt", verifiedAt) }
        set("firstName", profile.details.firstName?.value)
        set("lastName", profile.details.lastName?.value)
        setRest(of: profile)
    }

    /// A user as the other app reads it: it cannot do without `firstName` and `lastName`, and knows `id` as a number.
    init(flatUser profile: AccountProfile) {
        self.init()
        set("id", profile.number)
        set("firstName", profile.details.firstName?.value ?? "")
        set("lastName", profile.details.lastName?.value ?? "")
        set("email", profile.shownEmail?.value)
        set("username", profile.names.username)
        set("phoneNumber", profile.shownPhone?.value)
        if profile.showsVerifiedPhone { set("phoneVerified", true) }
        setRest(of: profile)
    }

    /// The few things that the same app shows on its first page.
    ///
    /// - Parameter choices: Nil when they cannot be told at the moment.
    init(shortUser profile: AccountProfile, _ choices: NotificationChoices?) {
        self.init()
        set("firstName", profile.details.firstName?.value ?? "")
        set("lastName", profile.details.lastName?.value ?? "")
        AppFields.write(profile.details.fields, into: &self) { JSONObject.shortFields.contains($0) }
        if let choices { set("notificationPreference", JSONObject(choices: choices)) }
    }

    private static let shortFields: Set<String> = ["userType", "referralCode"]

    private mutating func setRest(of profile: AccountProfile) {
        set("locale", profile.details.locale)
        set("createdAt", profile.createdAt)
        set("updatedAt", profile.updatedAt)
        AppFields.write(profile.details.fields, into: &self)
    }
}

extension AccountProfile {
    /// The address that the person signs in with, or else the one that an identity provider says.
    var shownEmail: Personal<String>? { names.email ?? contactEmail }

    /// The number that the person signs in with, or else the one that is known to be theirs.
    var shownPhone: Personal<String>? { names.phone ?? verifiedPhone }

    /// Whether the number that is shown is known to be the person's.
    var showsVerifiedPhone: Bool { verifiedPhone != nil && shownPhone == verifiedPhone }
}
