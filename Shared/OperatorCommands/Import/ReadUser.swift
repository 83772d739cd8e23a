import BaliseJSON
import Foundation
import Models

/// A user of an export in the terms of Balise, with the parts of the user that cannot be imported.
struct ReadUser {
    var user: ImportedUser
    /// Why the user is left out; nil if the user is imported.
    var refusal: String?
    var passwordFlaw: String?
    /// Providers whose links cannot be imported.
    var unknownProviders: [String] = []
    var hasSecondStep = false

    private static let issuers = [
        "apple": "https://appleid.apple.com", "apple.com": "https://appleid.apple.com",
        "google": "https://accounts.google.com", "google.com": "https://accounts.google.com",
    ]
    /// These words are not identity providers, but ways to sign in with the account itself.
    private static let ownProviders: Set<String> = ["password", "phone", "email", "anonymous"]

    init(
        _ record: ImportRecord, from source: ImportSource, hashing parameters: FirebaseHashParameters?, at now: UnixTime
    ) {
        user = ImportedUser(id: record.text("localId", "$id", "id") ?? "")
        user.email = record.text("email").map { Personal($0) }
        switch source {
        case .firebase: readFirebase(record, parameters)
        case .supabase: readSupabase(record, now)
        case .appwrite: readAppwrite(record)
        default: readPocketBase(record)
        }
        if user.id.value.isEmpty { refusal = "it has no id" }
    }

    private mutating func readFirebase(_ record: ImportRecord, _ parameters: FirebaseHashParameters?) {
        user.emailIsVerified = record.flag("emailVerified")
        user.phoneNumber = record.text("phoneNumber").map { Personal($0) }
        user.phoneIsVerified = user.phoneNumber.map { _ in true }
        user.displayName = record.text("displayName").map { Personal($0) }
        user.createdAt = record.moment("createdAt")
        user.isDisabled = record.flag("disabled")
        hasSecondStep = !record.list("mfaInfo").isEmpty
        if let hash = record.text("passwordHash") {
            // This is the text REDACTED in Base64, which Firebase writes in place of a hash.
            if hash == "UkVEQUNURUQ=" {
                passwordFlaw = "Firebase has left it out: make the export as an owner of the project"
            } else if hash.contains("$") {
                user.passwordHash = SecretText(hash)
            } else if let parameters {
                user.passwordHash = parameters.complete(hash, salt: record.text("salt") ?? "")
                if user.passwordHash == nil { passwordFlaw = "it does not fit the file of --hash-parameters" }
            } else {
                passwordFlaw = "Firebase's hashes need its parameters: add --hash-parameters"
            }
        }
        for info in record.list("providerUserInfo") { link(info.text("providerId"), info.text("rawId")) }
        for provider in ["google.com", "facebook.com", "twitter.com", "github.com"] {
            if let subject = record.text("\(provider) rawId") { link(provider, subject) }
        }
    }

    private mutating func readSupabase(_ record: ImportRecord, _ now: UnixTime) {
        user.emailIsVerified = record.text("email_confirmed_at") != nil
        // Supabase stores phone numbers without the plus sign of E.164, so it is added.
        user.phoneNumber = record.text("phone").map { Personal($0.hasPrefix("+") ? $0 : "+" + $0) }
        user.phoneIsVerified = record.text("phone_confirmed_at") != nil
        user.displayName = record.json("raw_user_meta_data").flatMap { data in
            ImportRecord.object(data).text("full_name", "name").map { Personal($0) }
        }
        user.createdAt = record.moment("created_at")
        // The value is a time, or the word `infinity`, which never passes.
        user.isDisabled = record.text("banned_until").map { _ in record.moment("banned_until").map { $0 > now } ?? true
        }
        user.passwordHash = record.text("encrypted_password").map { SecretText($0) }
        if record.text("deleted_at") != nil { refusal = "it is deleted in Supabase" }
        hasSecondStep = !record.list("factors").isEmpty
        let identities = record.list("identities")
        for identity in identities {
            // The provider wrote this member, so it is trusted, unlike raw_user_meta_data, which users can change.
            let data = identity.json("identity_data").map { ImportRecord.object($0) }
            link(identity.text("provider"), data?.text("sub") ?? identity.text("provider_id", "id"), data?.text("iss"))
        }
        guard identities.isEmpty, let app = record.json("raw_app_meta_data") else { return }
        for provider in ImportRecord.object(app).json("providers")?.elements.map({ $0.compactMap(\.string) }) ?? [] {
            link(provider, nil)
        }
    }

    private mutating func readAppwrite(_ record: ImportRecord) {
        user.emailIsVerified = record.flag("emailVerification")
        user.phoneNumber = record.text("phone").map { Personal($0) }
        user.phoneIsVerified = record.flag("phoneVerification")
        user.displayName = record.text("name").map { Personal($0) }
        user.createdAt = record.moment("registration", "$createdAt")
        user.isDisabled = record.flag("status").map { !$0 }
        hasSecondStep = record.flag("mfa") ?? false
        guard let hash = record.text("password") else { return }
        let options = record.json("hashOptions").map { ImportRecord.object($0) }
        switch record.text("hash")?.lowercased() {
        case "scrypt": user.passwordHash = ReadUser.scrypt(hash, options).map { SecretText($0) }
        case "scryptmod", "scryptmodified":
            guard let salt = options?.text("salt"), let separator = options?.text("saltSeparator"),
                let key = options?.text("signerKey")
            else { break }
            user.passwordHash = SecretText("$fbscrypt$v=1,n=14,r=8,p=1,ss=\(separator),sk=\(key)$\(salt)$\(hash)")
        case "md5", "sha", "plaintext":
            passwordFlaw = "MD5, SHA and plain text are guessed too fast; its user needs a link for a new password"
            return
        default: user.passwordHash = SecretText(hash)
        }
        if user.passwordHash == nil { passwordFlaw = "its hashOptions are not complete" }
    }

    private mutating func readPocketBase(_ record: ImportRecord) {
        user.emailIsVerified = record.flag("verified")
        user.username = record.text("username")
        user.displayName = record.text("name").map { Personal($0) }
        user.createdAt = record.moment("created")
        user.passwordHash = record.text("passwordHash", "password").map { SecretText($0) }
    }

    private mutating func link(_ provider: String?, _ subject: String?, _ issuer: String? = nil) {
        guard let provider, !ReadUser.ownProviders.contains(provider) else { return }
        let given = issuer.flatMap { $0.hasPrefix("https://") ? $0 : nil }
        guard let subject, let issuer = ReadUser.issuers[provider] ?? given else {
            unknownProviders.append(provider)
            return
        }
        user.links = (user.links ?? []) + [ImportedLink(issuer: issuer, subject: subject)]
    }

    /// Returns the hash from Appwrite's form, which has the salt as text and the hash in hexadecimal digits.
    private static func scrypt(_ hash: String, _ options: ImportRecord?) -> String? {
        guard let rounds = options?.text("costCpu").flatMap({ Int($0) }), rounds > 1, rounds.nonzeroBitCount == 1,
            let size = options?.text("costMemory"), let parallelism = options?.text("costParallel"),
            let salt = options?.text("salt"), let bytes = bytes(ofHexadecimal: hash)
        else { return nil }
        let parameters = "ln=\(rounds.trailingZeroBitCount),r=\(size),p=\(parallelism)"
        return "$scrypt$\(parameters)$\(Data(salt.utf8).base64EncodedString())$\(Data(bytes).base64EncodedString())"
    }

    private static func bytes(ofHexadecimal text: String) -> [UInt8]? {
        let digits = text.compactMap(\.hexDigitValue)
        guard digits.count == text.count, digits.count.isMultiple(of: 2) else { return nil }
        return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }
}
