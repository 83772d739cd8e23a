// Where the keys are kept: a file for each half of each pair.

public import Models

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A folder of key files: `<service>.secret` (0600) and `<service>.public`, each one line of 40 characters.
///
/// A process needs the secret keys of the services that it hosts and the public keys of all.
public struct CurveKeyFolder: Sendable {
    /// The folder.
    public let path: String

    /// The folder at `path`, which need not exist yet.
    public init(_ path: String) { self.path = path }

    private func secretFile(of service: ServiceName) -> KeyFile {
        KeyFile(path: "\(path)/\(service).secret", isSecret: true)
    }

    private func publicFile(of service: ServiceName) -> KeyFile {
        KeyFile(path: "\(path)/\(service).public", isSecret: false)
    }

    /// Whether the keys of all services have been made here, in this folder or apart.
    ///
    /// A folder in which another file has the name of a secret key is none of keys.
    public var holdsAllKeys: Bool {
        let services = ServiceName.allCases
        return services.allSatisfy(holdsKey) || services.allSatisfy { CurveKeyFolder("\(path)/\($0)").holdsKey(of: $0) }
    }

    private func holdsKey(of service: ServiceName) -> Bool {
        guard (try? loadPublicKey(of: service)) != nil else { return false }
        guard secretFile(of: service).exists else { return true }
        do throws(CurveKeyError) {
            _ = try loadPair(of: service)
            return true
        } catch {
            // What cannot be read may be a key all the same.
            if case .malformed = error { return false }
            return true
        }
    }

    /// Makes the pairs of `services` that are not there yet, and the folder (0700); the services that got one.
    ///
    /// With `replacing`, makes all of them anew: every process has to be started again with the new ones. Without it a
    /// file that is in the way is found before anything is made.
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
                // A public file that was lost is made again from the secret one.
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

    /// Makes a folder for each service in this one, with the pair of that service alone and the public keys of all, so
    /// that no machine or container has to hold the secrets of others; the services that got a pair. Pairs that exist
    /// stay.
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
                // Also where the other one's pair was lost and made anew.
                if file.exists, try folder.loadPublicKey(of: other) == key { continue }
                try file.store(key.text)
            }
        }
        return made
    }

    /// Throws when a secret key that is there cannot be used.
    private func check(_ services: [ServiceName]) throws(CurveKeyError) {
        for service in services where secretFile(of: service).exists { _ = try loadPair(of: service) }
    }

    /// The keys of a process that hosts `services`: their pairs, and the public keys of `known`.
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
