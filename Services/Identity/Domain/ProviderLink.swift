import Models

/// A user of an identity provider: the provider's name, and a hash of its id for the user.
struct ProviderLink: Hashable, Sendable {
    let issuer: String
    /// SHA-256, in lower-case hexadecimal digits.
    let subjectHash: String

    /// - Throws: `invalidRequest` for text that is no hash.
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
