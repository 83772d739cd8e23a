// How a journey in the web app ends, and where its links lead.

public import Foundation

/// How a journey in the web app has ended, as the page says it by going to
/// `ecovelo-sdk://finish?status=success|cancelled|error&message=…`.
public enum EcoveloFinish: Hashable, Sendable {
    /// What the person came for is done. The text is the page's, if it has one.
    case success(message: String?)
    /// The person has turned back.
    case cancelled
    /// It did not work. The text is the page's, if it has one.
    case failed(message: String?)

    /// The scheme of the address.
    public static let scheme = "ecovelo-sdk"

    /// Nil for an address that ends nothing. A status that is not known counts as an error.
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

/// What becomes of a link that the page follows.
enum EcoveloNavigation: Hashable {
    /// The web view follows it. A page of another origin gets no token.
    case load
    /// The journey ends.
    case finish(EcoveloFinish)
    /// It is for another app: a telephone number, an address for mail.
    case open(URL)
    /// It is for nobody.
    case ignore

    /// The schemes of pages and of what they load.
    private static let ofPages: Set<String> = ["http", "https", "about", "blob", "data"]

    /// - Parameter origins: The pages that may have the token, whose schemes are the web view's.
    init(to address: URL, origins: [String]) {
        let scheme = address.scheme?.lowercased() ?? ""
        if scheme == EcoveloFinish.scheme {
            self = EcoveloFinish(address).map(Self.finish) ?? .ignore
        } else if Self.ofPages.contains(scheme) || origins.contains(where: { $0.hasPrefix(scheme + "://") }) {
            self = .load
        } else {
            // A page must not run a script or read a file by a link either.
            self = ["", "javascript", "file"].contains(scheme) ? .ignore : .open(address)
        }
    }
}
