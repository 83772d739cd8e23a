import Crypto
import Models

/// Chains the entries of the audit log. Each has a hash over its content and the previous hash. An attacker who changes
/// or removes an entry must recompute all later hashes, which changes the latest hash.
enum AuditChain {
    static let origin = [UInt8](repeating: 0, count: 32)

    static func entry(_ call: AuditedCall, at now: UnixTime, after number: Int64, _ hash: [UInt8]) -> AuditEntry {
        var entry = AuditEntry(number: number + 1, at: now, call: call, hash: [])
        entry.hash = self.hash(of: entry, after: hash)
        return entry
    }

    static func follows(_ entry: AuditEntry, number: Int64, _ hash: [UInt8]) -> Bool {
        entry.number == number + 1 && entry.hash == self.hash(of: entry, after: hash)
    }

    /// Returns the hash of an entry: SHA-256 of the previous hash and ten lines in UTF-8, each with a line feed:
    /// number, milliseconds since 1970, credential, API key, its name, call, account, subject key, outcome, request.
    /// Absent values are empty. An entry with the name of a subject has an eleventh line with that name.
    private static func hash(of entry: AuditEntry, after former: [UInt8]) -> [UInt8] {
        let call = entry.call
        var lines = [
            String(entry.number), String(entry.at.rawValue), call.credential.rawValue, call.apiKey?.text ?? "",
            call.apiKeyName ?? "", call.call, call.account?.text ?? "", call.subjectKey?.text ?? "", call.outcome,
            call.request,
        ]
        if let name = call.subjectName { lines.append(name) }
        return Array(SHA256.hash(data: former + Array(lines.map { $0 + "\n" }.joined().utf8)))
    }
}
