// Profiles, in the forms in which the two apps read their users.

import BaliseAPI
import Models

extension BaliseUser {
    /// A user as one app reads it in its envelopes: it cannot do without `id` (a text) and `username`.
    ///
    /// - Parameter names: Which of the fields are shown; others may have been kept before there was a rule.
    init(_ profile: AccountProfile, _ names: ProfileFieldNames = ProfileFieldNames()) {
        // Who signed in by another method has no user name, and is shown under what they are reached by.
        let name = profile.names.username ?? profile.shownEmail?.value ?? profile.shownPhone?.value
        self.init(
            id: profile.account.text, username: name ?? profile.account.text, email: profile.shownEmail?.value,
            emailVerifiedAt: profile.emailVerifiedAt?.date, phoneNumber: profile.shownPhone?.value,
            phoneVerifiedAt: profile.showsVerifiedPhone ? profile.phoneVerifiedAt?.date : nil,
            firstName: profile.shownFirstName, lastName: profile.details.lastName?.value,
            createdAt: profile.createdAt.date, updatedAt: profile.updatedAt.date,
            lastSignIn: LastSignInFields(profile.lastLogin), fields: ProfileFields(profile.details.fields, names))
        details = ProfileDetailFields(profile.details)
    }
}

extension BaliseProfile {
    /// A user as the other app reads it: it cannot do without `firstName` and `lastName`, and knows `id` as a number.
    ///
    /// - Parameter names: Which of the fields are shown; others may have been kept before there was a rule.
    init(_ profile: AccountProfile, _ names: ProfileFieldNames = ProfileFieldNames()) {
        self.init(
            id: profile.number, accountId: profile.account.text, firstName: profile.shownFirstName ?? "",
            lastName: profile.details.lastName?.value ?? "", email: profile.shownEmail?.value,
            emailVerified: profile.emailVerifiedAt == nil ? nil : true, username: profile.names.username,
            phoneNumber: profile.shownPhone?.value,
            phoneVerified: profile.showsVerifiedPhone ? true : nil, createdAt: profile.createdAt.date,
            updatedAt: profile.updatedAt.date, lastSignIn: LastSignInFields(profile.lastLogin),
            fields: ProfileFields(profile.details.fields, names))
        details = ProfileDetailFields(profile.details)
    }
}

extension ShortProfile {
    /// The few things that the same app shows on its first page.
    ///
    /// - Parameter choices: Nil when they cannot be told at the moment.
    init(
        _ profile: AccountProfile, _ choices: NotificationChoices?, _ names: ProfileFieldNames = ProfileFieldNames()
    ) {
        self.init(
            firstName: profile.shownFirstName ?? "", lastName: profile.details.lastName?.value ?? "",
            fields: ProfileFields(profile.details.fields, names),
            notificationPreference: choices.map(BalisePreferences.init))
    }
}

extension ProfileFields {
    /// An account's fields, on their way out.
    fileprivate init(_ fields: [String: Personal<ProfileValue>]?, _ names: ProfileFieldNames) {
        let shown = (fields ?? [:]).filter { names.allow($0.key, $0.value.value) }
        self.init(shown.compactMapValues { ProfileFieldValue($0.value) })
    }
}

extension ProfileFieldValue {
    /// Nil for a field that has no value.
    fileprivate init?(_ value: ProfileValue) {
        switch value {
        case .null: return nil
        case .flag(let flag): self = .flag(flag)
        case .number(let number): self = .number(number)
        case .text(let text): self = .text(text)
        }
    }
}

extension LastSignInFields {
    fileprivate init(_ login: LoginRecord) {
        self.init(at: login.at?.date, device: login.device, location: login.location?.value, ip: login.ip?.value)
    }
}

extension AccountProfile {
    /// The first name, or for who has neither first nor last name the one name that some apps know a person by.
    var shownFirstName: String? {
        guard details.firstName == nil, details.lastName == nil else { return details.firstName?.value }
        return details.displayName?.value
    }

    /// The address that the person signs in with, or else the one that an identity provider says.
    var shownEmail: Personal<String>? { names.email ?? contactEmail }

    /// The number that the person signs in with, or else the one that is known to be theirs.
    var shownPhone: Personal<String>? { names.phone ?? verifiedPhone }

    /// Whether the number that is shown is known to be the person's.
    var showsVerifiedPhone: Bool { verifiedPhone != nil && shownPhone == verifiedPhone }
}
