import AppleAccounts
import Crypto
import Foundation
import Models

/// A user of another product, after the checks that need no database.
struct ImportCandidate: Sendable {
    let user: Personal<String>
    /// The account; nil if the user cannot have an account here. Then `refusal` has the reason.
    let account: ImportedAccount?
    let refusal: String?
    /// The reason why the account gets no password; nil if it gets its password or the user has none.
    let passwordFlaw: String?

    static let maximumIDBytes = 256

    /// Throws if the library for the user's hash is missing, because no later import would add the password.
    init(_ imported: ImportedUser, from source: ImportSource, rules: ImportRules) throws(HashLibraries.Missing) {
        user = imported.id
        var password: ImportedHash?
        var flaw: String?
        do throws(ImportedHash.Flaw) {
            if let text = imported.passwordHash { password = try ImportedHash(text.value) }
        } catch { flaw = error.reason }
        if let password { try rules.checkLibrary(password) }
        var found: ImportedAccount?
        var reason: String?
        do { found = try ImportedAccount(imported, from: source, password, rules: rules) } catch {
            reason = (error as? ServiceError ?? (error as? any ServiceRefusal)?.answer)?.message ?? "it cannot be read"
        }
        if found?.isOfApple == true, password != nil {
            flaw = "its user signs in with Apple, and such an account has none"
        }
        (account, refusal) = (found, reason)
        passwordFlaw = flaw
    }
}

/// The facts of this installation that a check of an imported user needs.
struct ImportRules: Sendable {
    let secret: CodeSecret
    let derivedNames: DerivedNames
    var checkLibrary: @Sendable (ImportedHash) throws(HashLibraries.Missing) -> Void = {
        (hash) throws(HashLibraries.Missing) in try hash.checkLibrary()
    }
}

/// An account that an import may create. A user of Apple gets the account that a sign-in with Apple finds, with the
/// derived id and address, without a password, and with the e-mail address as contact.
struct ImportedAccount: Sendable {
    let new: NewAccount
    let createdAt: UnixTime?
    let emailIsVerified: Bool
    let isDisabled: Bool
    let verifiedPhone: PhoneNumber?
    let links: [ProviderLink]
    let contactEmail: Personal<String>?
    let isOfApple: Bool

    static let appleIssuer = "https://appleid.apple.com"

    init(
        _ imported: ImportedUser, from source: ImportSource, _ hash: ImportedHash?, rules: ImportRules
    ) throws {
        guard (1...ImportCandidate.maximumIDBytes).contains(imported.id.value.utf8.count),
            !imported.id.value.holdsNUL
        else {
            throw ServiceError(.invalidRequest, "its id has to have 1 to \(ImportCandidate.maximumIDBytes) bytes")
        }
        let phone = imported.phoneNumber.flatMap { PhoneNumber($0.value) }
        if imported.phoneNumber != nil, phone == nil {
            throw ServiceError(.invalidRequest, "its phone number is not in international form")
        }
        let given = (imported.links ?? [])
        let apple = given.first { $0.issuer == Self.appleIssuer }.flatMap {
            AppleAccount(appleUserID: $0.subject.value, domain: rules.derivedNames.domain)
        }
        let password = apple == nil ? hash : nil
        // Users cannot sign in with a number unless the account has a password.
        var names = try NameRules.checked(
            AccountNames(
                username: imported.username, email: imported.email, phone: password == nil ? nil : phone?.text))
        guard rules.derivedNames.allow(names, for: nil) else { throw Refusal.derivedApart }
        contactEmail = apple == nil ? nil : names.email
        if let apple { names = AccountNames(email: apple.email) }
        isOfApple = apple != nil
        // An export may name a user of a provider twice.
        var seen: Set<ProviderLink> = []
        links = try given.filter { $0.issuer != Self.appleIssuer }.map {
            // auth-session computes the name of a provider's user in the same way.
            let digest = SHA256.hash(data: Data(Array($0.issuer.utf8) + [0] + Array($0.subject.value.utf8)))
            return try ProviderLink(issuer: $0.issuer, subjectHash: opaqueIDText(digest))
        }.filter { seen.insert($0).inserted }
        guard names.email != nil || password != nil && !names.keys.isEmpty || !links.isEmpty else {
            throw ServiceError(
                .invalidRequest,
                "it could not sign in: it has no e-mail address, no name with a password, and no known provider")
        }
        let details = try DetailRules.checked(ProfileDetails(displayName: imported.displayName))
        new = NewAccount(
            id: try apple?.id ?? rules.secret.account(ofImported: imported.id, from: source), names: names,
            details: details, password: password.map { .imported($0) }, registration: RegistrationRecord(),
            hasGivenID: true)
        createdAt = imported.createdAt
        emailIsVerified = imported.emailIsVerified == true && imported.email != nil
        isDisabled = imported.isDisabled ?? false
        verifiedPhone = imported.phoneIsVerified == true ? phone : nil
    }
}
