import BaliseJSON
import Foundation
import Models

/// A user as the export contains them: a JSON object, or the columns of a CSV file by name.
enum ImportRecord {
    case object(JSONValue)
    case columns([String: String])

    /// The columns of `firebase auth:export` (firebase.google.com/docs/cli/auth).
    static let firebaseColumns: [String] = {
        var columns = ["localId", "email", "emailVerified", "passwordHash", "salt", "displayName", "photoUrl"]
        for provider in ["google.com", "facebook.com", "twitter.com", "github.com"] {
            columns += ["\(provider) rawId", "\(provider) email", "\(provider) displayName", "\(provider) photoUrl"]
        }
        return columns + ["createdAt", "lastSignedInAt", "phoneNumber", "disabled", "customAttributes"]
    }()

    /// Returns the names that the column of the hashes may have.
    static func passwordColumns(of source: ImportSource) -> [String] {
        switch source {
        case .firebase: ["passwordHash"]
        case .supabase: ["encrypted_password"]
        case .appwrite: ["password"]
        default: ["passwordHash", "password"]
        }
    }

    /// Returns the first of these members that is present and not empty; nil if none is.
    func text(_ names: String...) -> String? {
        for name in names {
            let text: String? =
                switch self {
                case .columns(let columns): columns[name]
                case .object(let object): object.member(named: name)?.plainText
                }
            if let text, !text.isEmpty { return text }
        }
        return nil
    }

    /// Returns whether a member is true; nil if it is absent.
    func flag(_ name: String) -> Bool? { text(name).map { ["true", "t", "1"].contains($0.lowercased()) } }

    func moment(_ names: String...) -> UnixTime? {
        for name in names {
            guard let text = text(name) else { continue }
            if let number = Int64(text) { return UnixTime(milliseconds: number) }
            // PostgreSQL leaves out an offset's minutes if they are zero, but RFC 3339 requires them.
            let hasHours = text.suffix(3).first.map { "+-".contains($0) } ?? false
            if let moment = RFC3339.milliseconds(of: hasHours ? text + ":00" : text) {
                return UnixTime(milliseconds: moment)
            }
        }
        return nil
    }

    /// Returns a member that is JSON; nil if it is missing. In a CSV file, the column contains the JSON as text.
    func json(_ name: String) -> JSONValue? {
        switch self {
        case .object(let object):
            let found = object.member(named: name)
            return found?.string.flatMap { try? JSONDocument(Array($0.utf8)).root } ?? found
        case .columns(let columns): return columns[name].flatMap { try? JSONDocument(Array($0.utf8)).root }
        }
    }

    func list(_ name: String) -> [ImportRecord] {
        json(name)?.elements.map { elements in elements.map { ImportRecord.object($0) } } ?? []
    }
}

extension JSONValue {
    fileprivate var plainText: String? {
        switch kind {
        case .string: string
        case .number, .bool: literal
        default: nil
        }
    }
}

/// The parameters of Firebase's hashes. Firebase's console shows them as "password hash parameters"; a JSON object with
/// the same names can be read, too.
struct FirebaseHashParameters {
    let signerKey: SecretText
    let saltSeparator: String
    let rounds: String
    let memoryCost: String

    init(file path: String) throws(NotDone) {
        guard let data = FileManager.default.contents(atPath: path), data.count <= 65_536 else {
            throw NotDone(description: "cannot read the file \(path) of --hash-parameters")
        }
        var values: [String: String] = [:]
        let lines = String(decoding: data, as: UTF8.self).split { $0.isNewline || ",{}".contains($0) }
        for line in lines {
            let halves = line.split(separator: ":", maxSplits: 1).map {
                $0.trimmingCharacters(in: .whitespaces.union(CharacterSet(charactersIn: "\"'")))
            }
            if halves.count == 2 { values[halves[0]] = halves[1] }
        }
        guard let signerKey = values["base64_signer_key"], let separator = values["base64_salt_separator"],
            let rounds = values["rounds"], Int(rounds) != nil, let memoryCost = values["mem_cost"],
            Int(memoryCost) != nil
        else {
            throw NotDone(
                description: "the file \(path) of --hash-parameters needs base64_signer_key, base64_salt_separator, "
                    + "rounds and mem_cost: copy them from Firebase's console, Authentication, Users, "
                    + "password hash parameters")
        }
        (self.signerKey, saltSeparator) = (SecretText(signerKey), separator)
        (self.rounds, self.memoryCost) = (rounds, memoryCost)
    }

    /// Returns a user's hash in the form of Supabase, which includes the parameters. Nil if the hash is from another
    /// project: a hash must be as long as the key.
    func complete(_ hash: String, salt: String) -> SecretText? {
        guard hash.count(where: { $0 != "=" }) == signerKey.value.count(where: { $0 != "=" }) else { return nil }
        let parameters = "v=1,n=\(memoryCost),r=\(rounds),p=1,ss=\(saltSeparator),sk=\(signerKey.value)"
        return SecretText("$fbscrypt$\(parameters)$\(salt)$\(hash)")
    }
}
