import Foundation
public import Models

/// The folder of the key files: `<service>.secret` (0600) and `<service>.public`, each one line of 40 characters. A
/// process needs the secret keys of its own services and the public keys of all services.
public struct CurveKeyFolder: Sendable {
    public let path: String

    /// Creates a reference to the folder, which need not exist yet.
    public init(_ path: String) { self.path = path }

    private func secretFile(of service: ServiceName) -> KeyFile {
        KeyFile(path: "\(path)/\(service).secret", isSecret: true)
    }

    private func publicFile(of service: ServiceName) -> KeyFile {
        KeyFile(path: "\(path)/\(service).public", isSecret: false)
    }

    /// Creates missing pairs, and the folder (0700); returns the services with a new pair. With `replacing`, all pairs
    /// are replaced; restart every process. Without it, an unusable secret key is reported before anything is written.
    @discardableResult
    public func makeKeys(
        for services: [ServiceName] = ServiceName.allCases, replacing: Bool = false
    ) throws(CurveKeyError) -> [ServiceName] {
        if !replacing { try check(services) }
        if mkdir(path, 0o700) != 0, errno != EEXIST { throw .file(path: path, reason: systemReason()) }
        var made: [ServiceName] = []
        for service in services {
            let secretFile = secretFile(of: service)
            let publicFile = publicFile(of: service)
            if secretFile.exists, !replacing {
                // A lost public file is restored from the secret key.
                if !publicFile.exists { try publicFile.store(try loadPair(of: service).publicKey.text) }
                continue
            }
            let pair = try CurveKeys.generate()
            try secretFile.store(pair.secretKey.text)
            try publicFile.store(pair.publicKey.text)
            made.append(service)
        }
        return made
    }

    /// Creates a folder for each service, with its secret key and the public keys of all services, so that no machine
    /// needs the secret keys of others. Existing pairs stay. Returns the services with a new pair.
    @discardableResult
    public func makeKeysApart(
        for services: [ServiceName] = ServiceName.allCases
    ) throws(CurveKeyError) -> [ServiceName] {
        for service in services { try CurveKeyFolder("\(path)/\(service)").check([service]) }
        if mkdir(path, 0o700) != 0, errno != EEXIST { throw .file(path: path, reason: systemReason()) }
        var made: [ServiceName] = []
        var publicKeys: [ServiceName: CurvePublicKey] = [:]
        for service in services {
            let folder = CurveKeyFolder("\(path)/\(service)")
            made += try folder.makeKeys(for: [service])
            publicKeys[service] = try folder.loadPublicKey(of: service)
        }
        for service in services {
            let folder = CurveKeyFolder("\(path)/\(service)")
            for (other, key) in publicKeys where other != service {
                let file = folder.publicFile(of: other)
                // This also replaces an old public key, after the other service's pair was lost and replaced.
                if file.exists, try folder.loadPublicKey(of: other) == key { continue }
                try file.store(key.text)
            }
        }
        return made
    }

    private func check(_ services: [ServiceName]) throws(CurveKeyError) {
        for service in services where secretFile(of: service).exists { _ = try loadPair(of: service) }
    }

    /// Loads the pairs of `services`, and the public keys of `known`.
    public func load(
        hosting services: [ServiceName], known: [ServiceName] = ServiceName.allCases
    ) throws(CurveKeyError) -> CurveConfiguration {
        var own: [ServiceName: CurveKeyPair] = [:]
        for service in services {
            let pair = try loadPair(of: service)
            guard try loadPublicKey(of: service) == pair.publicKey else {
                throw .mismatch(secret: secretFile(of: service).path, public: publicFile(of: service).path)
            }
            own[service] = pair
        }
        var publicKeys: [ServiceName: CurvePublicKey] = [:]
        for service in known { publicKeys[service] = try loadPublicKey(of: service) }
        return CurveConfiguration(own: own, known: publicKeys)
    }

    private func loadPublicKey(of service: ServiceName) throws(CurveKeyError) -> CurvePublicKey {
        let file = publicFile(of: service)
        guard let key = CurvePublicKey(try file.load(of: service)) else { throw .malformed(path: file.path) }
        return key
    }

    private func loadPair(of service: ServiceName) throws(CurveKeyError) -> CurveKeyPair {
        let file = secretFile(of: service)
        guard let secretKey = CurveSecretKey(try file.load(of: service)) else { throw .malformed(path: file.path) }
        guard let pair = CurveKeyPair(secretKey) else { throw .notSupported }
        return pair
    }
}

/// A file with one key, a line of 40 characters.
struct KeyFile {
    let path: String
    let isSecret: Bool

    var exists: Bool { access(path, F_OK) == 0 }

    func load(of service: ServiceName) throws(CurveKeyError) -> String {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw errno == ENOENT ? .missing(path: path, of: service) : failure() }
        defer { _ = close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { throw failure() }
        if isSecret, status.st_mode & 0o077 != 0 { throw .readableByOthers(path: path) }
        // The buffer has room for a key and its line end. A longer file contains no key.
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = bytes.withUnsafeMutableBytes { read(file, $0.baseAddress, $0.count) }
        guard count >= 0 else { throw failure() }
        let line = bytes.prefix(count).prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        return String(decoding: line, as: UTF8.self)
    }

    /// Stores a key atomically: readers see the old key or the new key. The mode is set before the key is written, so
    /// that other users can never read a secret key.
    func store(_ key: String) throws(CurveKeyError) {
        let draft = path + ".new"
        unlink(draft)
        let file = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw failure() }
        let line = Array((key + "\n").utf8)
        let isWritten =
            fchmod(file, isSecret ? 0o600 : 0o644) == 0 && write(file, line, line.count) == line.count
            && fsync(file) == 0
        let failed = failure()
        _ = close(file)
        guard isWritten else { throw failed }
        guard rename(draft, path) == 0 else { throw failure() }
    }

    private func failure() -> CurveKeyError { .file(path: path, reason: systemReason()) }
}
