import Crypto
import CryptoExtras
import Foundation
import Models

/// A password hash of another system: bcrypt, Argon2 (RFC 9106), scrypt (RFC 7914), Firebase's scrypt, or PBKDF2 (RFC
/// 8018 section 5.2). See `ImportedUser.passwordHash` for its forms.
struct ImportedHash: Hashable, Sendable {
    /// The reason why a hash cannot be kept. It completes the sentence "the password cannot be imported: ".
    struct Flaw: Error, Hashable {
        let reason: String
    }

    private enum Scheme: Hashable {
        /// The cost and the text after it.
        case bcrypt(cost: String, rest: String)
        case argon2(Argon2)
        case scrypt(ScryptParameters)
        case firebase(ScryptParameters, signerKey: [UInt8])
        case pbkdf2(function: String, rounds: Int)
    }

    let text: SecretText
    private let scheme: Scheme
    /// The salt. For bcrypt, salt and hash are empty, because its library reads them from the text.
    private let salt: [UInt8]
    private let hash: [UInt8]

    // A file can state any cost. These limits are above what products use, and protect threads and memory. Each of
    // Balise's own hashes has a work of 655,360 by default (`ScryptParameters.work`).
    static let maximumMemory = 128 << 20
    static let maximumScryptWork = 1 << 22
    /// The most work of Argon2, in KiB times passes.
    static let maximumArgon2Work = 1 << 19
    static let bcryptCosts = 4...14
    static let maximumRounds = 2_000_000
    static let hashBytes = 16...128
    static let saltBytes = 1...128

    init(_ text: String) throws(Flaw) {
        self.text = SecretText(text)
        let parts = text.split(separator: "$", omittingEmptySubsequences: false).map(String.init)
        switch parts.count > 1 && parts[0].isEmpty ? parts[1] : parts[0] {
        case "2a", "2b", "2y":
            guard parts.count == 4, let cost = Int(parts[2]), parts[2].utf8.count == 2, parts[3].utf8.count == 53,
                parts[3].isASCIIAlphanumeric(or: "./")
            else { throw .malformed("bcrypt") }
            try Flaw.check(cost, in: Self.bcryptCosts, "the cost of bcrypt")
            (scheme, salt, hash) = (.bcrypt(cost: parts[2], rest: parts[3]), [], [])
        case "argon2id", "argon2i", "argon2d":
            (scheme, salt, hash) = try Self.argon2(parts)
        case "scrypt" where parts.count == 5:
            let values = Self.values(parts[2])
            (salt, hash) = try Self.saltAndHash(parts[3], parts[4], "scrypt")
            guard let exponent = values["ln"].flatMap({ Int($0) }), let size = values["r"].flatMap({ Int($0) }),
                let parallelism = values["p"].flatMap({ Int($0) })
            else { throw .malformed("scrypt") }
            scheme = .scrypt(try Self.parameters(exponent, size, parallelism))
        case "fbscrypt" where parts.count == 5:
            let values = Self.values(parts[2])
            let (userSalt, found) = try Self.saltAndHash(parts[3], parts[4], "Firebase's scrypt")
            guard let exponent = values["n"].flatMap({ Int($0) }), let size = values["r"].flatMap({ Int($0) }),
                let parallelism = values["p"].flatMap({ Int($0) }), let key = values["sk"].flatMap(Self.bytes),
                let separator = values["ss"].flatMap(Self.bytes), key.count == found.count
            else { throw .malformed("Firebase's scrypt with this file of --hash-parameters") }
            (salt, hash) = (userSalt + separator, found)
            scheme = .firebase(try Self.parameters(exponent, size, parallelism), signerKey: key)
        case "pbkdf2_sha1", "pbkdf2_sha256", "pbkdf2_sha512":
            guard parts.count == 4, let rounds = Int(parts[1]), let found = Self.bytes(parts[3]) else {
                throw .malformed("PBKDF2")
            }
            (salt, hash) = (Array(parts[2].utf8), found)
            try Self.checkLengths(salt, hash, "PBKDF2")
            // PBKDF2 runs all rounds per block of a hash, so a hash longer than a digest costs several times the work.
            let digestBytes = ["pbkdf2_sha1": 20, "pbkdf2_sha256": 32, "pbkdf2_sha512": 64][parts[0]] ?? 20
            let repetitions = (hash.count + digestBytes - 1) / digestBytes
            try Flaw.check(rounds, in: 1...Self.maximumRounds / repetitions, "the number of rounds of PBKDF2")
            scheme = .pbkdf2(function: parts[0], rounds: rounds)
        case "P", "H":
            throw Flaw(reason: "PHPass is guessed too fast, as MD5 is; its user needs a link for a new password")
        default:
            throw Flaw(reason: "its form is unknown; Balise reads bcrypt, Argon2, scrypt, Firebase's scrypt and PBKDF2")
        }
    }

    /// The memory in bytes that a check needs; 0 if it is little.
    var memory: Int {
        switch scheme {
        case .argon2(let parameters): Int(parameters.memory) << 10
        case .scrypt(let parameters), .firebase(let parameters, signerKey: _):
            128 * parameters.blockSize * (parameters.rounds + parameters.parallelism)
        case .bcrypt, .pbkdf2: 0
        }
    }

    func checkLibrary() throws(HashLibraries.Missing) {
        switch scheme {
        case .bcrypt: _ = try HashLibraries.forBcrypt.get()
        case .argon2: _ = try HashLibraries.forArgon2.get()
        case .scrypt, .firebase, .pbkdf2: break
        }
    }

    /// Checks a password. It is slow, so only hashing threads may call it. Throws `HashLibraries.Missing`.
    func matches(_ password: [UInt8]) throws -> Bool {
        switch scheme {
        case .bcrypt(let cost, let rest):
            let found = try HashLibraries.bcrypt(password, cost: cost, rest: rest)
            // The library would end a password at a zero byte.
            return found.equalsInConstantTime(rest.utf8) && !password.contains(0)
        case .argon2(let parameters):
            return try HashLibraries.argon2(password, salt, parameters, length: hash.count).equalsInConstantTime(hash)
        case .scrypt(let parameters):
            return try derive(password, parameters, hash.count) == SymmetricKey(data: hash)
        case .firebase(let parameters, let signerKey):
            // Firebase encrypts the same text for all users; the key of AES-256 is derived from the password by scrypt.
            let found = try AES._CTR.encrypt(
                signerKey, using: derive(password, parameters, 32),
                nonce: AES._CTR.Nonce(nonceBytes: [UInt8](repeating: 0, count: 16)))
            return found.equalsInConstantTime(hash)
        case .pbkdf2(let function, let rounds):
            let found = try KDF.Insecure.PBKDF2.deriveKey(
                from: password, salt: salt, using: Self.function(function), outputByteCount: hash.count,
                unsafeUncheckedRounds: rounds)
            return found == SymmetricKey(data: hash)
        }
    }

    private func derive(_ password: [UInt8], _ parameters: ScryptParameters, _ count: Int) throws -> SymmetricKey {
        try KDF.Scrypt.deriveKey(
            from: password, salt: salt, outputByteCount: count, rounds: parameters.rounds,
            blockSize: parameters.blockSize, parallelism: parameters.parallelism)
    }

    private static func function(_ name: String) -> KDF.Insecure.PBKDF2.HashFunction {
        switch name {
        case "pbkdf2_sha1": .insecureSHA1
        case "pbkdf2_sha512": .sha512
        default: .sha256
        }
    }

    private static func argon2(_ parts: [String]) throws(Flaw) -> (scheme: Scheme, salt: [UInt8], hash: [UInt8]) {
        // Old programs wrote Argon2 version 1.0 without its number, so the part may be missing.
        let rest = parts.count == 6 ? Array(parts.dropFirst(3)) : Array(parts.dropFirst(2))
        let version = parts.count == 6 ? Self.values(parts[2])["v"].flatMap { UInt32($0) } : 16
        guard rest.count == 3, let version, [16, 19].contains(version) else { throw .malformed("Argon2") }
        let numbers = Self.values(rest[0])
        guard let memory = numbers["m"].flatMap({ Int($0) }), let passes = numbers["t"].flatMap({ Int($0) }),
            let parallelism = numbers["p"].flatMap({ Int($0) })
        else { throw .malformed("Argon2") }
        try Flaw.check(parallelism, in: 1...16, "the parallelism of Argon2")
        try Flaw.check(memory, in: 8 * parallelism...maximumMemory >> 10, "the memory of Argon2 in KiB")
        try Flaw.check(passes, in: 1...maximumArgon2Work / memory, "the number of passes of Argon2 with this memory")
        let (salt, hash) = try saltAndHash(rest[1], rest[2], "Argon2")
        guard salt.count >= 8 else { throw .malformed("Argon2") }
        let kinds: [String: UInt32] = ["argon2d": 0, "argon2i": 1, "argon2id": 2]
        guard let kind = kinds[parts[1]] else { throw .malformed("Argon2") }
        let found = Argon2(
            kind: kind, version: version, memory: UInt32(memory), passes: UInt32(passes),
            parallelism: UInt32(parallelism))
        return (.argon2(found), salt, hash)
    }

    private static func parameters(
        _ exponent: Int, _ blockSize: Int, _ parallelism: Int
    ) throws(Flaw) -> ScryptParameters {
        try Flaw.check(exponent, in: 2...19, "the cost of scrypt, as a power of two")
        let rounds = 1 << exponent
        // The memory and the PBKDF2 of each repetition count as 32 rounds.
        let largest = min(maximumMemory >> (7 + exponent), maximumScryptWork / (rounds + 32))
        // RFC 7914 section 2: the cost is below 2^(16 r).
        try Flaw.check(blockSize, in: (exponent < 16 ? 1 : 2)...largest, "the block size of scrypt with this cost")
        try Flaw.check(
            parallelism, in: 1...maximumScryptWork / (blockSize * (rounds + 32)),
            "the parallelism of scrypt with this cost")
        // swift-crypto ignores its parameter `maxMemory`, and BoringSSL's default limit is too small for these costs.
        guard blockSize <= 16 || parallelism > 1 else {
            throw Flaw(reason: "Balise cannot compute scrypt with a block size above 16 and a parallelism of 1")
        }
        return ScryptParameters(rounds: rounds, blockSize: blockSize, parallelism: parallelism)
    }

    private static func saltAndHash(
        _ salt: String, _ hash: String, _ name: String
    ) throws(Flaw) -> (salt: [UInt8], hash: [UInt8]) {
        guard let salt = bytes(salt), let hash = bytes(hash) else { throw .malformed(name) }
        try checkLengths(salt, hash, name)
        return (salt, hash)
    }

    private static func checkLengths(_ salt: [UInt8], _ hash: [UInt8], _ name: String) throws(Flaw) {
        try Flaw.check(salt.count, in: saltBytes, "the length of the salt of \(name) in bytes")
        try Flaw.check(hash.count, in: hashBytes, "the length of the hash of \(name) in bytes")
    }

    /// Reads `m=65536,t=3,p=4`.
    private static func values(_ text: String) -> [String: String] {
        let pairs = text.split(separator: ",").map { $0.split(separator: "=", maxSplits: 1).map(String.init) }
        return Dictionary(pairs.filter { $0.count == 2 }.map { ($0[0], $0[1]) }) { first, _ in first }
    }

    /// Reads Base64 with either alphabet (RFC 4648 sections 4 and 5), with or without padding.
    private static func bytes(_ text: String) -> [UInt8]? {
        let plain = text.replacing("-", with: "+").replacing("_", with: "/").prefix { $0 != "=" }
        let padding = String(repeating: "=", count: (4 - plain.utf8.count % 4) % 4)
        return Data(base64Encoded: plain + padding).map { Array($0) }
    }
}

extension ImportedHash.Flaw {
    fileprivate static func malformed(_ name: String) -> Self { Self(reason: "it is no complete hash of \(name)") }

    fileprivate static func check(_ value: Int, in range: ClosedRange<Int>, _ what: String) throws(Self) {
        guard range.contains(value) else {
            throw Self(reason: "\(what) is \(value), and Balise takes \(range.lowerBound) to \(range.upperBound)")
        }
    }
}
