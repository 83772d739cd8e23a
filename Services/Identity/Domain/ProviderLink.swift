// The key under which a person of an identity provider is found again.

import Models

/// A person as an identity provider knows them: its name, and a hash in the place of its name for the person.
struct ProviderLink: Hashable, Sendable {
    let issuer: String
    /// SHA-256, in lower-case hexadecimal digits.
    let subjectHash: String

    /// - Throws: `invalidRequest` for what is no hash.
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
