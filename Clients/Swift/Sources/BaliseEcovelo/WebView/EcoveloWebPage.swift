public import Foundation

/// A web view, as its host uses it. `EcoveloWebViewController` is one on iOS; tests and previews use a script.
@MainActor
public protocol EcoveloWebPage: AnyObject {
    /// Sets the script that runs at the start of each later document of the main frame, before the page's own scripts
    /// and in the same world. It replaces the previous script.
    func setStartScript(_ script: String)

    /// Runs a script in the current page, in the main frame.
    func run(_ script: String)

    /// Loads a page.
    func load(_ address: URL)

    /// Shows the colours of the host.
    func show(_ theme: EcoveloTheme)
}

/// Returns the origin of an address, in the form of `EcoveloInjection`; nil if the address has no host.
func webOrigin(scheme: String?, host: String?, port: Int?) -> String? {
    guard let scheme = scheme?.lowercased(), let host = host?.lowercased(), !host.isEmpty else { return nil }
    let usual = ["http": 80, "https": 443][scheme]
    // WebKit reports a missing port as 0.
    guard let port, port != 0, port != usual else { return "\(scheme)://\(host)" }
    return "\(scheme)://\(host):\(port)"
}

extension URL {
    var webOrigin: String? { BaliseEcovelo.webOrigin(scheme: scheme, host: host, port: port) }
}
