import Foundation
public import Models

/// `<service>.secret` (0600) and `<service>.public`, each one line of 40 characters. A process needs the secret keys of its own
/// services and the public keys of all.
public struct CurveKeyFolder: Sendable {
    public let path: String

    /// The folder need not exist yet.
    public init(_ path: String) { self.path = path }

    private func secretFile(of service: ServiceName) -> KeyFile {
        KeyFile(path: "\(path)/\(service).secret", isSecret: true)
    }

    private func publicFile(of service: ServiceName) -> KeyFile {
        KeyFile(path: "\(path)/\(service).public", isSecret: false)
    }

    /// Creates missing pairs, and the folder (0700); returns the services with a new pair. With `replacing`, it replaces all
    /// pairs: every process must be restarted. Without it, an obstructing file is found before anything is created.
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
                // A lost public file is restored from the secret one.
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

    /// Creates a folder for each service, with its secret key and the public keys of all, so that no machine needs the secrets
    /// of others. Existing pairs stay. Returns the services with a new pair.
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
                // Also replaces an old key, after the other service's pair was lost and replaced.
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
