public import Foundation

/// A journey's end: `ecovelo-sdk://finish?status=success|cancelled|error&message=…`, which the page navigates to.
public enum EcoveloFinish: Hashable, Sendable {
    /// The user has reached their goal. The message is the page's text, if it sent one.
    case success(message: String?)
    /// The user has given up.
    case cancelled
    /// The journey failed. The message is the page's text, if it sent one.
    case failed(message: String?)

    /// The scheme of the address that ends a journey.
    public static let scheme = "ecovelo-sdk"

    /// Reads an address; nil if it does not end a journey. An unknown status counts as a failure.
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

/// What the web view does with a link that the page follows.
enum EcoveloNavigation: Hashable {
    /// The web view loads the address. A page of another origin gets no token.
    case load
    case finish(EcoveloFinish)
    /// The link is for another app, for example a telephone number or a mail address.
    case open(URL)
    case ignore

    private static let ofPages: Set<String> = ["http", "https", "about", "blob", "data"]

    /// Decides about a link.
    /// - Parameter origins: The origins of the pages that may have the token. The web view also loads addresses with
    ///   their schemes.
    init(to address: URL, origins: [String]) {
        let scheme = address.scheme?.lowercased() ?? ""
        if scheme == EcoveloFinish.scheme {
            self = EcoveloFinish(address).map(Self.finish) ?? .ignore
        } else if Self.ofPages.contains(scheme) || origins.contains(where: { $0.hasPrefix(scheme + "://") }) {
            self = .load
        } else {
            // A link must neither run a script nor read a file.
            self = ["", "javascript", "file"].contains(scheme) ? .ignore : .open(address)
        }
    }
}
