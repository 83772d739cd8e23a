// How the entries of the audit log are tied together.

import Crypto
import Models

/// The chain of the audit log: each entry has a hash over its content and the hash of the one before. Whoever changes
/// one or takes one out has to make all hashes behind it anew, and then the latest is another one.
enum AuditChain {
    /// What stands before the first entry.
    static let origin = [UInt8](repeating: 0, count: 32)

    /// The next entry behind one of a number and a hash.
    static func entry(_ call: AuditedCall, at now: UnixTime, after number: Int64, _ hash: [UInt8]) -> AuditEntry {
        var entry = AuditEntry(number: number + 1, at: now, call: call, hash: [])
        entry.hash = self.hash(of: entry, after: hash)
        return entry
    }

    /// Whether an entry is the next behind one of a number and a hash.
    static func follows(_ entry: AuditEntry, number: Int64, _ hash: [UInt8]) -> Bool {
        entry.number == number + 1 && entry.hash == self.hash(of: entry, after: hash)
    }

    /// SHA-256 of the hash before and ten lines, in UTF-8, each with a line feed behind it: number, milliseconds since
    /// 1970, credential, API key, its name, call, account, subject key, outcome, request. What there is not is empty.
    private static func hash(of entry: AuditEntry, after former: [UInt8]) -> [UInt8] {
        let call = entry.call
        let lines = [
            String(entry.number), String(entry.at.rawValue), call.credential.rawValue, call.apiKey?.text ?? "",
            call.apiKeyName ?? "", call.call, call.account?.text ?? "", call.subjectKey?.text ?? "", call.outcome,
            call.request,
        ]
        return Array(SHA256.hash(data: former + Array(lines.map { $0 + "\n" }.joined().utf8)))
    }
}
