// What a web view does for its host.

public import Foundation

/// A web view as its host sees it: `EcoveloWebViewController` on iOS, a script in tests and previews.
@MainActor
public protocol EcoveloWebPage: AnyObject {
    /// Runs a script at the start of each document of the main frame from now on, before any script of the page and among
    /// them, in place of the one before.
    func setStartScript(_ script: String)

    /// Runs a script in the page of this moment, in the main frame.
    func run(_ script: String)

    /// Loads a page.
    func load(_ address: URL)

    /// Shows the colours of the host.
    func show(_ theme: EcoveloTheme)
}

/// The origin of an address, as `EcoveloInjection` has it; nil for an address without a host.
func webOrigin(scheme: String?, host: String?, port: Int?) -> String? {
    guard let scheme = scheme?.lowercased(), let host = host?.lowercased(), !host.isEmpty else { return nil }
    let usual = ["http": 80, "https": 443][scheme]
    // WebKit says 0 for the port that is not said.
    guard let port, port != 0, port != usual else { return "\(scheme)://\(host)" }
    return "\(scheme)://\(host):\(port)"
}

extension URL {
    /// The origin of the address; nil for one without a host.
    var webOrigin: String? { Balise.webOrigin(scheme: scheme, host: host, port: port) }
}
