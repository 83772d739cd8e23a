public import Foundation

/// The end of a journey: `ecovelo-sdk://finish?status=success|cancelled|error&message=…`, which the page navigates to.
public enum EcoveloFinish: Hashable, Sendable {
    /// The user has reached their goal. The text is the page's, if it has one.
    case success(message: String?)
    /// The user has given up.
    case cancelled
    /// The journey failed. The text is the page's, if it has one.
    case failed(message: String?)

    /// The scheme of the address.
    public static let scheme = "ecovelo-sdk"

    /// Reads an address; nil for any other one. An unknown status is an error.
    public init?(_ address: URL) {
        guard address.scheme?.lowercased() == Self.scheme, address.host?.lowercased() == "finish" else { return nil }
        let query = URLComponents(url: address, resolvingAgainstBaseURL: false)?.queryItems ?? []
        let value = { name in query.first { $0.name == name }?.value }
        let message = value("message").flatMap { $0.isEmpty ? nil : $0 }
        switch value("status") {
        case "success": self = .success(message: message)
        case "cancelled": self = .cancelled
        default: self = .failed(message: message)
        }
    }
}

/// The reaction to a link that the page follows.
enum EcoveloNavigation: Hashable {
    /// The web view follows it. A page of another origin gets no token.
    case load
    case finish(EcoveloFinish)
    /// The link is for another app: a telephone number, a mail address.
    case open(URL)
    case ignore

    private static let ofPages: Set<String> = ["http", "https", "about", "blob", "data"]

    /// Decides about a link.
    /// - Parameter origins: The pages that may have the token. The web view loads their schemes, too.
    init(to address: URL, origins: [String]) {
        let scheme = address.scheme?.lowercased() ?? ""
        if scheme == EcoveloFinish.scheme {
            self = EcoveloFinish(address).map(Self.finish) ?? .ignore
        } else if Self.ofPages.contains(scheme) || origins.contains(where: { $0.hasPrefix(scheme + "://") }) {
            self = .load
        } else {
            // A link must not run a script or read a file.
            self = ["", "javascript", "file"].contains(scheme) ? .ignore : .open(address)
        }
    }
}
