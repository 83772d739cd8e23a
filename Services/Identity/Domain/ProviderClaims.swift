import Foundation
import Models

extension PersonClaims {
    /// The valid claims. Invalid claims are left out, because a long name from a provider must not prevent the sign-in.
    var kept: PersonClaims {
        var kept = PersonClaims()
        kept.email = email.flatMap { try? EmailAddress($0.value) }?.text
        kept.emailIsVerified = kept.email == nil ? nil : emailIsVerified
        kept.firstName = firstName.flatMap(PersonClaims.name)
        kept.lastName = lastName.flatMap(PersonClaims.name)
        kept.phone = phoneIsVerified ? phone.flatMap { PhoneNumber($0.value)?.text } : nil
        kept.phoneIsVerified = kept.phone != nil
        return kept
    }

    private static func name(_ name: Personal<String>) -> Personal<String>? {
        (1...DetailRules.maximumNameLength).contains(name.value.length) && name.value.isOneLine
            ? name : nil
    }
}

extension AccountProfile {
    /// Applies a provider's claims. The user's own choices stay: a name is only set if the user has neither set nor
    /// emptied it, and a verified phone number replaces only a number from the provider. The contact address follows
    /// the provider's claim, if there is one. Returns whether anything has changed.
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

struct ProviderLink: Hashable, Sendable {
    let issuer: String
    /// The hash of the user's id: SHA-256, in lower-case hexadecimal digits.
    let subjectHash: String

    init(issuer: String, subjectHash: String) throws(ServiceError) {
        let isHash = subjectHash.utf8.allSatisfy { byte in
            byte.isASCIIDigit || UInt8(ascii: "a")...UInt8(ascii: "f") ~= byte
        }
        guard isHash, subjectHash.utf8.count == 64, !issuer.isEmpty else {
            throw ServiceError(
                .invalidRequest, "a person of an identity provider is named by its issuer and the hash of its subject")
        }
        self.issuer = issuer
        self.subjectHash = subjectHash
    }
}

/// A phone number in international form (ITU-T E.164): a plus sign and 8 to 15 digits, without a leading 0.
struct PhoneNumber: Hashable, Sendable {
    let text: Personal<String>

    static let digits = 8...15
    /// The usual characters between digits; two of them are kinds of no-break space.
    private static let fillers = Set(" .-()\u{A0}\u{202F}")

    /// Reads a number. `(0)`, which is only dialled within a country, is refused, because it makes another number.
    init?(_ typed: String) {
        let kept = typed.trimmingCharacters(in: .whitespacesAndNewlines)
        guard kept.utf8.count <= 64, kept.hasPrefix("+"), !kept.contains("(0)") else { return nil }
        let digits = kept.dropFirst().filter { !PhoneNumber.fillers.contains($0) }
        guard digits.isASCIIDigits, PhoneNumber.digits.contains(digits.utf8.count), !digits.hasPrefix("0") else {
            return nil
        }
        text = Personal("+" + digits)
    }
}

enum PhoneOrigin: String, Sendable {
    /// An identity provider has verified the number.
    case provider
    /// The user has shown a code that was sent to the number, or has removed the number.
    case person
}
