import Foundation
import Models
import ServiceRuntime
import ServiceSettings

struct IssuedToken: Sendable {
    let issuer: IssuerSettings
    /// The `iss`. If the provider has several tenants, it is the tenant's.
    let issuerName: String
    /// The `sub`. It identifies a person, so it is never stored and never logged.
    let subject: String
    let providerSession: String?
    /// The `iat`, in seconds since 1970; nil if the token has none.
    let issuedAt: Int64?
    /// The user's last sign-in at the provider, if the token contains it; at most the time of issue.
    let signedInAt: UnixTime?
    let expiresAt: UnixTime
    let audiences: [String]
    let person: PersonClaims
    /// The programs of the token; nil if its provider sets no programs, so that the user is not tied to programs.
    let programs: [String]?
    let digest: [UInt8]

    /// The time at which the token expires here. It includes a tolerance, because the provider's clock may be behind.
    var end: UnixTime { expiresAt.adding(seconds: TrustedIssuer.leeway) }
}

extension IssuedToken {
    init(_ token: VerifiedToken, of issuer: IssuerSettings, digest: [UInt8]) throws(TokenRefusal) {
        guard let members = try? JSONDecoder().decode([String: ClaimValue].self, from: token.json) else {
            throw .malformed
        }
        try self.init(token, saying: members, of: issuer, digest: digest)
    }

    /// Takes the claims of a token. `members` are from the token or from the UserInfo endpoint.
    init(
        _ token: VerifiedToken, saying members: [String: ClaimValue], of issuer: IssuerSettings, digest: [UInt8]
    ) throws(TokenRefusal) {
        guard let subject = token.claims.subject, let iss = token.claims.issuer, let end = token.claims.expiresAt
        else { throw .malformed }
        self.issuer = issuer
        issuerName = iss
        self.subject = subject
        self.digest = digest
        providerSession = token.claims.providerSession
        issuedAt = token.claims.issuedAt.map { $0.rawValue / 1000 }
        signedInAt = [token.claims.signedInAt, token.claims.issuedAt].compactMap(\.self).min()
        expiresAt = end
        audiences = token.claims.audiences
        var person = PersonClaims(members, issuer.claims)
        if person.email != nil, members.sayThatEmailIsVerified { person.emailIsVerified = true }
        self.person = person
        let claimed = issuer.claims.program.flatMap { members[$0] }
        guard !issuer.programs.isEmpty else {
            programs = nil
            return
        }
        programs =
            switch claimed {
            case nil, .null: issuer.programs
            case .text(let program): issuer.programs.filter { $0 == program }
            case .texts(let programs): issuer.programs.filter(programs.contains)
            case .flag, .other: []
            }
    }
}

extension [String: ClaimValue] {
    var sayThatEmailIsVerified: Bool {
        switch self["email_verified"] {
        // Some providers write truth values as texts.
        case .flag(true), .text("true"): true
        default: false
        }
    }
}

/// The value of a claim, if its type is supported.
enum ClaimValue: Decodable, Sendable {
    case text(String)
    case texts([String])
    case flag(Bool)
    case null
    case other

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let text = try? container.decode(String.self) {
            self = .text(text)
        } else if let flag = try? container.decode(Bool.self) {
            self = .flag(flag)
        } else if let texts = try? container.decode([String].self) {
            self = .texts(texts)
        } else {
            self = .other
        }
    }
}

extension PersonClaims {
    init(_ members: [String: ClaimValue], _ names: IssuerSettings.ClaimNames) {
        func text(_ name: String?, atMost characters: Int) -> String? {
            guard let name, case .text(let value) = members[name] else { return nil }
            let text = value.trimmingCharacters(in: .whitespacesAndNewlines)
            guard (1...characters).contains(text.length),
                !text.unicodeScalars.contains(where: { $0.value < 0x20 || (0x7f...0x9f).contains($0.value) })
            else { return nil }
            return text
        }
        self.init()
        email = text(names.email, atMost: EmailAddress.maximumBytes).flatMap { try? EmailAddress($0) }?.text
        firstName = text(names.firstName, atMost: 200).map { Personal($0) }
        lastName = text(names.lastName, atMost: 200).map { Personal($0) }
        if let name = names.phone, let number = text(name, atMost: 40).flatMap(PersonClaims.phoneNumber) {
            phone = Personal(number)
            if case .flag(true) = members["\(name)_verified"] { phoneIsVerified = true }
        }
    }

    /// Returns the number in E.164 form; nil if it is invalid.
    private static func phoneNumber(_ text: String) -> String? {
        let digits = text.filter { !" .-()".contains($0) }
        guard digits.first == "+", (8...15).contains(digits.utf8.count - 1),
            digits.dropFirst().isASCIIDigits,
            digits.dropFirst().first != "0"
        else { return nil }
        return digits
    }
}
