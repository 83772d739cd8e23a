import Crypto
import Foundation
import Models

extension Credential {
    private static let maximumLength = 8192

    /// Returns the credential in `Authorization`, with or without the word Bearer, or else in `X-Session-Token`; nil if
    /// both are absent. Throws `authenticationRequired` for another scheme, `invalidToken` for a text that cannot be a
    /// token.
    static func ofPerson(_ headers: RequestHeaders) throws(EdgeError) -> Credential? {
        if let authorization = headers.authorization, let token = try bearer(authorization) {
            return .token(try checked(token))
        }
        guard let token = headers.sessionToken, !token.isEmpty else { return nil }
        return .token(try checked(SecretText(token)))
    }

    /// Returns the key in `X-API-Key`; nil without this field. Throws `invalidToken` for a text that cannot be a key.
    static func ofProgram(_ headers: RequestHeaders) throws(EdgeError) -> Credential? {
        guard let key = headers.apiKey, !key.isEmpty else { return nil }
        return .apiKey(try checked(SecretText(key)))
    }

    /// Makes a credential from outside the usual fields. Throws `invalidToken` for a text that cannot be a token.
    static func shown(_ token: SecretText) throws(EdgeError) -> Credential { .token(try checked(token)) }

    static func key(_ secret: SecretText) throws(EdgeError) -> Credential { .apiKey(try checked(secret)) }

    /// Whether the text is a token68 of RFC 9110, section 11.2, of at most `maximumLength` bytes.
    static func canBeToken(_ token: SecretText) -> Bool {
        let bytes = token.value.utf8
        // A loop over the text byte by byte would be slow, and every call has a token.
        return bytes.count <= maximumLength
            && bytes.withContiguousStorageIfAvailable { $0.allSatisfy(isToken) } ?? bytes.allSatisfy(isToken)
    }

    /// Returns the bearer token (RFC 6750, section 2.1); nil without a token. Some apps omit the scheme.
    private static func bearer(_ field: String) throws(EdgeError) -> SecretText? {
        guard let end = field.utf8.firstIndex(where: isBlank) else {
            // A field with the scheme alone counts as absent.
            return field.isEmpty || field.lowercased() == "bearer" ? nil : SecretText(field)
        }
        guard field[..<end].lowercased() == "bearer" else {
            throw EdgeError(.authenticationRequired, "send a bearer token in the header Authorization")
        }
        guard let start = field.utf8[end...].firstIndex(where: { !isBlank($0) }) else { return nil }
        return SecretText(String(field[start...]))
    }

    private static func checked(_ token: SecretText) throws(EdgeError) -> SecretText {
        guard canBeToken(token) else { throw .refused(.invalidToken) }
        return token
    }
}

private func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

private func isToken(_ byte: UInt8) -> Bool { byte.isASCIIAlphanumeric || "-._~+/=".utf8.contains(byte) }

/// The kind and SHA-256 of a credential, so that no secret stays in memory. The hash includes the installation, because
/// auth-session may refuse a session on another installation.
struct CredentialKey: Hashable, Sendable {
    private let isAPIKey: Bool
    /// The hash. A vector type would need an alignment of 32 bytes, which frames of async functions do not have.
    private let first: UInt64
    private let second: UInt64
    private let third: UInt64
    private let fourth: UInt64

    init(_ credential: Credential, installation: String? = nil) {
        switch credential {
        // No credential contains a zero byte, so it can separate the two texts.
        case .token(let secret):
            self.init(installation.map { "\(secret.value)\0\($0)" } ?? secret.value, isAPIKey: false)
        case .apiKey(let secret): self.init(secret.value, isAPIKey: true)
        }
    }

    private init(_ secret: String, isAPIKey: Bool) {
        self.isAPIKey = isAPIKey
        var secret = secret
        let digest = secret.withUTF8 { SHA256.hash(data: UnsafeRawBufferPointer($0)) }
        (first, second, third, fourth) = digest.withUnsafeBytes { bytes in
            func part(_ position: Int) -> UInt64 { bytes.loadUnaligned(fromByteOffset: position * 8, as: UInt64.self) }
            return (part(0), part(1), part(2), part(3))
        }
    }

    /// Uses a quarter of the digest, which is enough to find an entry in a table.
    func hash(into hasher: inout Hasher) { hasher.combine(first) }
}
