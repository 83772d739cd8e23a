import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Debian's libraries for bcrypt and Argon2. They are loaded when an imported hash first needs them, so that an
/// installation without imports needs neither.
enum HashLibraries {
    struct Missing: Error, CustomStringConvertible {
        let library: String
        let package: String

        var description: String {
            "the server cannot check these passwords without \(library): install the Debian package \(package) where "
                + "identity runs, and restart it"
        }
    }

    typealias CryptRN =
        @convention(c) @Sendable (
            UnsafePointer<CChar>?, UnsafePointer<CChar>?, UnsafeMutableRawPointer?, Int32
        ) -> UnsafeMutablePointer<CChar>?

    /// The parameters are, in order: passes, KiB, parallelism, password, salt, hash, encoded form, type, version.
    typealias Argon2Hash =
        @convention(c) @Sendable (
            UInt32, UInt32, UInt32, UnsafeRawPointer?, Int, UnsafeRawPointer?, Int, UnsafeMutableRawPointer?, Int,
            UnsafeMutablePointer<CChar>?, Int, UInt32, UInt32
        ) -> Int32

    static let forBcrypt: Result<CryptRN, Missing> = load("crypt_rn", from: "libcrypt.so.1", of: "libcrypt1")
        .map { unsafeBitCast($0, to: CryptRN.self) }
    static let forArgon2: Result<Argon2Hash, Missing> = load("argon2_hash", from: "libargon2.so.1", of: "libargon2-1")
        .map { unsafeBitCast($0, to: Argon2Hash.self) }

    /// The size of `struct crypt_data` (crypt(3)).
    private static let cryptBytes = 32_768

    /// Returns the salt and the hash, as they appear in the 53 characters after the cost. The forms 2a, 2b and 2y
    /// differ only in errors of old programs, so 2b is used for all.
    static func bcrypt(_ password: [UInt8], cost: String, rest: String) throws -> [UInt8] {
        let crypt = try forBcrypt.get()
        let space = UnsafeMutableRawPointer.allocate(byteCount: cryptBytes, alignment: 16)
        space.initializeMemory(as: UInt8.self, repeating: 0, count: cryptBytes)
        defer {
            space.initializeMemory(as: UInt8.self, repeating: 0, count: cryptBytes)
            space.deallocate()
        }
        let setting = "$2b$\(cost)$"
        let found = (password + [0]).withUnsafeBytes { bytes in
            crypt(bytes.baseAddress?.assumingMemoryBound(to: CChar.self), setting + rest, space, Int32(cryptBytes))
        }
        return found.map { Array(String(cString: $0).utf8.dropFirst(setting.utf8.count)) } ?? []
    }

    static func argon2(_ password: [UInt8], _ salt: [UInt8], _ parameters: Argon2, length: Int) throws -> [UInt8] {
        let argon2 = try forArgon2.get()
        var hash = [UInt8](repeating: 0, count: length)
        let status = hash.withUnsafeMutableBytes { hash in
            password.withUnsafeBytes { password in
                salt.withUnsafeBytes { salt in
                    argon2(
                        parameters.passes, parameters.memory, parameters.parallelism, password.baseAddress,
                        password.count,
                        salt.baseAddress, salt.count, hash.baseAddress, hash.count, nil, 0, parameters.kind,
                        parameters.version)
                }
            }
        }
        // Argon2 fails if memory is missing. Then no hash exists, so no password matches.
        return status == 0 ? hash : []
    }

    private static func load(
        _ symbol: String, from library: String, of package: String
    ) -> Result<UnsafeMutableRawPointer, Missing> {
        guard let handle = dlopen(library, RTLD_NOW | RTLD_LOCAL), let found = dlsym(handle, symbol) else {
            return .failure(Missing(library: library, package: package))
        }
        return .success(found)
    }
}

/// The parameters of Argon2 (RFC 9106 section 3.1).
struct Argon2: Hashable, Sendable {
    /// The variant: 0 for Argon2d, 1 for Argon2i, 2 for Argon2id.
    let kind: UInt32
    let version: UInt32
    /// The memory in KiB.
    let memory: UInt32
    let passes: UInt32
    let parallelism: UInt32
}
