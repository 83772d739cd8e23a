import Models

extension PersonClaims {
    /// The claims that an account can store, in the form for storage.
    ///
    /// Invalid ones are left out: a long name from a provider must not prevent the sign-in.
    var kept: PersonClaims {
        var kept = PersonClaims()
        kept.email = email.flatMap { try? EmailAddress($0.value) }?.text
        kept.emailIsVerified = kept.email == nil ? nil : emailIsVerified
        kept.firstName = firstName.flatMap(PersonClaims.name)
        kept.lastName = lastName.flatMap(PersonClaims.name)
        kept.phone = phoneIsVerified ? phone.flatMap { PhoneNumber($0.value)?.text } : nil
        kept.phoneIsVerified = kept.phone != nil
        kept.emailIsVerified = kept.email == nil ? nil : emailIsVerified
        return kept
    }

    private static func name(_ name: Personal<String>) -> Personal<String>? {
        (1...DetailRules.maximumNameLength).contains(name.value.length) && name.value.isOneLine
            ? name : nil
    }
}

extension AccountProfile {
    /// Applies the claims of an identity provider; missing ones change nothing.
    ///
    /// The user's own choices also stay. So a name is only set if it was never set or emptied, and a phone number only
    /// replaces one from the provider. The contact address is always the provider's.
    ///
    /// - Parameters:
    ///   - claims: In the form for storage (`kept`).
    ///   - origin: The source of the user's phone number, if any.
    /// - Returns: Whether anything has changed.
    mutating func follow(_ claims: PersonClaims, _ origin: inout PhoneOrigin?, at now: UnixTime) -> Bool {
        let (oldEmail, oldDetails, oldPhone) = (contactEmail, details, verifiedPhone)
        let wasVerified = contactEmailIsVerified
        if let email = claims.email { (contactEmail, contactEmailIsVerified) = (email, claims.emailIsVerified) }
        details.firstName = details.firstName ?? claims.firstName
        details.lastName = details.lastName ?? claims.lastName
        if let phone = claims.phone, claims.phoneIsVerified, origin != .person, phone != verifiedPhone {
            verifiedPhone = phone
            phoneVerifiedAt = now
            origin = .provider
        }
        guard
            (oldEmail, oldDetails, oldPhone) != (contactEmail, details, verifiedPhone)
                || wasVerified != contactEmailIsVerified
        else { return false }
        updatedAt = max(now, updatedAt)
        return true
    }
}
