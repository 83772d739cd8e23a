import Crypto
import Foundation
import ServiceSettings

/// A way of signing (RFC 7518, section 3.1; RFC 8037, section 3.1).
typealias TokenAlgorithm = IssuerSettings.Algorithm

extension TokenAlgorithm {
    init?(named name: String) {
        guard let algorithm = TokenAlgorithm.allCases.first(where: { $0.isNamed(name) }) else { return nil }
        self = algorithm
    }

    /// RFC 9864, section 2.2, has another name for EdDSA with Ed25519.
    func isNamed(_ name: String) -> Bool { rawValue == name || self == .edDSA && name == "Ed25519" }

    var isPSS: Bool { [.ps256, .ps384, .ps512].contains(self) }

    func digest(of data: Data) -> any Digest {
        switch self {
        case .rs256, .ps256, .es256: SHA256.hash(data: data)
        case .rs384, .ps384, .es384: SHA384.hash(data: data)
        case .rs512, .ps512, .es512, .edDSA: SHA512.hash(data: data)
        }
    }
}
