import Crypto
import Foundation
import Models

/// The header of a file: the file key, once for each recipient, and a MAC (C2SP age.md, "The encrypted file format").
enum AgeHeader {
    static let fileKeyLength = 16
    /// The longest header in bytes, which bounds the memory for reading it. Each recipient adds about 100 bytes.
    static let maximumLength = 64 * 1024

    private static let version = "age-encryption.org/v1"
    private static let lineLength = 64
    private static let bodyLength = fileKeyLength + 16

    private struct Stanza {
        var arguments: [String]
        var body: [UInt8] = []
    }

    // MARK: Writing

    static func make(
        for recipients: [AgeRecipient], fileKey: [UInt8], random: (Int) -> [UInt8]
    ) throws(AgeError) -> [UInt8] {
        guard !recipients.isEmpty else { throw .noRecipients }
        var text = version + "\n"
        for recipient in recipients {
            guard let ephemeral = try? AgeIdentity(random: random),
                let key = wrappingKey(ephemeral, with: recipient, ephemeral.recipient, recipient),
                let body = try? ChaChaPoly.seal(fileKey, using: key, nonce: zeroNonce())
            else { throw .invalidRecipient }
            text += "-> X25519 \(base64(ephemeral.recipient.publicKey))\n\(base64(body.ciphertext + body.tag))\n"
        }
        text += "---"
        return Array("\(text) \(base64(mac(of: Array(text.utf8), fileKey)))\n".utf8)
    }

    // MARK: Reading

    /// Reads a header, and returns the file key and the header's length; nil if the header is not yet complete.
    static func read(
        _ bytes: [UInt8], _ identities: [AgeIdentity]
    ) throws(AgeError) -> (fileKey: [UInt8], length: Int)? {
        let beginning = Array((version + "\n").utf8)
        guard bytes.prefix(beginning.count) == beginning.prefix(bytes.count) else {
            throw .invalidHeader("it does not begin with \(version); an armored file must be decoded first")
        }
        guard let (end, macLine) = lastLine(of: bytes, after: beginning.count) else {
            guard bytes.count < maximumLength else { throw .invalidHeader("its header is too long") }
            return nil
        }
        let stanzas = try stanzas(in: String(decoding: bytes[beginning.count..<end], as: UTF8.self))
        guard let expected = decoded(macLine.dropFirst(4)), macLine.dropFirst(3).first == UInt8(ascii: " "),
            expected.count == SHA256.byteCount
        else { throw .invalidHeader("its last header line is malformed") }
        let fileKey = try fileKey(in: stanzas, identities)
        guard mac(of: Array(bytes[..<end]) + Array("---".utf8), fileKey).equalsInConstantTime(expected) else {
            throw .invalidHeader("its header has been altered")
        }
        return (fileKey, end + macLine.count + 1)
    }

    /// Finds the line that begins with `---`. Returns its start and the line without its end; nil if not found.
    private static func lastLine(of bytes: [UInt8], after start: Int) -> (start: Int, line: ArraySlice<UInt8>)? {
        var start = start
        while start < bytes.count, let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
            if bytes[start..<end].starts(with: "---".utf8) { return (start, bytes[start..<end]) }
            start = end + 1
        }
        return nil
    }

    private static func stanzas(in text: String) throws(AgeError) -> [Stanza] {
        var stanzas: [Stanza] = []
        // A body ends with a line that is shorter than the others, which may be empty.
        var isInBody = false
        for line in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast() {
            if isInBody {
                guard line.count <= lineLength, let bytes = decoded(line), let last = stanzas.indices.last else {
                    throw .invalidHeader("the body of a recipient is malformed")
                }
                stanzas[last].body += bytes
                isInBody = line.count == lineLength
            } else {
                let words = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
                guard words.count > 1, words[0].elementsEqual("->".utf8),
                    words.allSatisfy({ !$0.isEmpty && $0.allSatisfy { (33...126).contains($0) } })
                else { throw .invalidHeader("the first line of a recipient is malformed") }
                stanzas.append(Stanza(arguments: words.dropFirst().map { String(decoding: $0, as: UTF8.self) }))
                isInBody = true
            }
        }
        guard !isInBody, !stanzas.isEmpty else { throw .invalidHeader("a recipient is incomplete") }
        guard stanzas.count == 1 || !stanzas.contains(where: { $0.arguments.first == "scrypt" }) else {
            throw .invalidHeader("a passphrase must be the only recipient")
        }
        return stanzas
    }

    private static func fileKey(
        in stanzas: [Stanza], _ identities: [AgeIdentity]
    ) throws(AgeError) -> [UInt8] {
        for stanza in stanzas where stanza.arguments.first == "X25519" {
            guard stanza.arguments.count == 2, let share = decoded(stanza.arguments[1].utf8), share.count == 32,
                stanza.body.count == bodyLength
            else { throw .invalidHeader("an X25519 recipient is malformed") }
            let ephemeral = AgeRecipient(publicKey: share)
            for identity in identities {
                guard let key = wrappingKey(identity, with: ephemeral, ephemeral, identity.recipient) else {
                    throw .invalidHeader("an X25519 recipient has a weak share")
                }
                if let opened = try? ChaChaPoly.open(
                    ChaChaPoly.SealedBox(
                        nonce: zeroNonce(), ciphertext: stanza.body.prefix(fileKeyLength),
                        tag: stanza.body.dropFirst(fileKeyLength)), using: key)
                {
                    return Array(opened)
                }
            }
        }
        throw .noMatchingIdentity
    }

    // MARK: Keys

    /// Derives the key that encrypts the file key; nil for an all-zero shared secret, which a key of low order causes
    /// (RFC 7748, section 6.1).
    private static func wrappingKey(
        _ identity: AgeIdentity, with peer: AgeRecipient, _ ephemeral: AgeRecipient, _ recipient: AgeRecipient
    ) -> SymmetricKey? {
        guard let own = try? Curve25519.KeyAgreement.PrivateKey(rawRepresentation: identity.scalar),
            let other = try? Curve25519.KeyAgreement.PublicKey(rawRepresentation: peer.publicKey),
            let secret = try? own.sharedSecretFromKeyAgreement(with: other),
            secret.withUnsafeBytes({ bytes in bytes.reduce(0) { $0 | $1 } != 0 })
        else { return nil }
        return secret.hkdfDerivedSymmetricKey(
            using: SHA256.self, salt: ephemeral.publicKey + recipient.publicKey,
            sharedInfo: Array("age-encryption.org/v1/X25519".utf8), outputByteCount: 32)
    }

    private static func zeroNonce() throws -> ChaChaPoly.Nonce {
        try ChaChaPoly.Nonce(data: [UInt8](repeating: 0, count: 12))
    }

    private static func mac(of bytes: [UInt8], _ fileKey: [UInt8]) -> [UInt8] {
        let key = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: SymmetricKey(data: fileKey), info: Array("header".utf8), outputByteCount: 32)
        return Array(HMAC<SHA256>.authenticationCode(for: bytes, using: key))
    }

    // MARK: Base64

    /// Encodes bytes in the standard alphabet without padding (RFC 4648, section 4).
    private static func base64(_ bytes: some Sequence<UInt8>) -> String {
        String(base64URL(bytes).map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 })
    }

    private static func decoded(_ text: some Collection<UInt8>) -> [UInt8]? {
        var digits: [UInt8] = []
        for digit in text {
            switch digit {
            case UInt8(ascii: "-"), UInt8(ascii: "_"): return nil
            case UInt8(ascii: "+"): digits.append(UInt8(ascii: "-"))
            case UInt8(ascii: "/"): digits.append(UInt8(ascii: "_"))
            default: digits.append(digit)
            }
        }
        return base64URLDecoded(digits)
    }
}
