import BaliseAPI
import Models

extension BaliseUser {
    /// A user as one app reads it in its envelopes. The app requires `id` (a text) and `username`.
    ///
    /// - Parameter names: The fields to show. Older profiles may hold other fields, from before there was a rule.
    init(_ profile: AccountProfile, _ names: ProfileFieldNames = ProfileFieldNames()) {
        // An account from another sign-in method has no user name; its e-mail address or phone number is shown instead.
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
    /// A user as the other app reads it. The app requires `firstName` and `lastName`, and reads `id` as a number.
    ///
    /// - Parameter names: The fields to show. Older profiles may hold other fields, from before there was a rule.
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
    /// The short form of a user for the first page of the same app.
    ///
    /// - Parameter choices: Nil if the preferences service cannot be reached.
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
    fileprivate init(_ fields: [String: Personal<ProfileValue>]?, _ names: ProfileFieldNames) {
        let shown = (fields ?? [:]).filter { names.allow($0.key, $0.value.value) }
        self.init(shown.compactMapValues { ProfileFieldValue($0.value) })
    }
}

extension ProfileFieldValue {
    /// Nil for a field without a value.
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
    /// The first name. Without a first and a last name, it is the display name that some apps use.
    var shownFirstName: String? {
        guard details.firstName == nil, details.lastName == nil else { return details.firstName?.value }
        return details.displayName?.value
    }

    /// The sign-in address, or else the address from an identity provider.
    var shownEmail: Personal<String>? { names.email ?? contactEmail }

    /// The sign-in number, or else the verified number.
    var shownPhone: Personal<String>? { names.phone ?? verifiedPhone }

    /// Whether the shown number is verified.
    var showsVerifiedPhone: Bool { verifiedPhone != nil && shownPhone == verifiedPhone }
}
