public import Models

/// The description contains advice.
public enum CurveKeyError: Error, Hashable, Sendable, CustomStringConvertible {
    case missing(path: String, of: ServiceName)
    /// Other users can read a secret key.
    case readableByOthers(path: String)
    case malformed(path: String)
    /// The public key does not belong to the secret one beside it.
    case mismatch(secret: String, public: String)
    /// The system's error when reading or writing.
    case file(path: String, reason: String)
    /// libzmq was built without CURVE.
    case notSupported

    public var description: String {
        switch self {
        case .missing(let path, let service):
            "there is no key of \(service) at \(path): make the keys, or copy them there"
        case .readableByOthers(let path): "others can read the secret key \(path): chmod 600 \(path)"
        case .malformed(let path):
            """
            \(path) does not hold a key of 40 characters: copy it again from where it was made, or, where that is a secret \
            of a service, leave it and keep the keys in another folder
            """
        case .mismatch(let secret, let publicPath):
            "\(publicPath) does not belong to \(secret): copy the pair again from where it was made"
        case .file(let path, let reason): "cannot use \(path): \(reason)"
        case .notSupported: "libzmq was built without CURVE: install one with libsodium"
        }
    }
}
