// What becomes of a profile when an identity provider says something of its person.

import Models

extension PersonClaims {
    /// What of the claims an account can keep, in the form in which it is kept.
    ///
    /// The rest is left out: a person must not be kept away because a provider writes a name too long.
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
    /// Takes over what an identity provider says; what it does not say stays.
    ///
    /// What the person has decided here stays too. So a name is only set where nobody has set or emptied it, and a
    /// phone number is only replaced when the present one came from the provider. The address to write to is always the
    /// provider's.
    ///
    /// - Parameters:
    ///   - claims: As they are kept (`kept`).
    ///   - origin: Who has said which phone number the person has; nil when nobody has.
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
