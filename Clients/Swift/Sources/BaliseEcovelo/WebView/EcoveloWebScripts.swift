import Balise
import BaliseAPI
import Foundation

/// The scripts of a web view: scripts for the start of each document, and scripts that deliver a new token.
struct EcoveloWebScripts: Sendable {
    /// The message handler's name. It exists only in the content world of ``events``.
    static let handler = "ecovelo"
    /// The names of the events that the web shim (`ecovelo-sdk.js`) sends.
    static let missing = "ecovelo-token-missing"
    static let expired = "ecovelo-token-expired"

    private let injection: EcoveloInjection
    /// The origin of the server. The shim adds the token only to requests to this origin.
    private let server: String
    /// The content of `ecovelo-sdk.js`.
    private let shim: String

    /// Creates the scripts.
    /// - Parameter server: The server's address, without a path.
    init(_ injection: EcoveloInjection, server: String, shim: String) {
        (self.injection, self.server, self.shim) = (injection, server, shim)
    }

    /// Returns the script that runs in the main frame before any script of the page: the web shim (`ecovelo-sdk.js`),
    /// with the token if there is one.
    func start(_ config: EcoveloConfig?) -> String {
        let token = config.map { ",token:\(javaScriptText($0.iamToken.value))" } ?? ""
        let program = config?.programId.map { ",programId:\(javaScriptText($0))" } ?? ""
        return injection.onlyThere(
            "var EcoveloSDKHost={server:\(javaScriptText(server))\(token)\(program)};\n\(shim)\n")
    }

    /// The script that passes the shim's events to the host, in a content world of its own that the page cannot reach.
    var events: String {
        injection.onlyThere(
            """
            ["\(Self.missing)","\(Self.expired)"].forEach(function(name){\
            window.addEventListener(name,function(){window.webkit.messageHandlers.\(Self.handler).postMessage(name);});\
            });
            """)
    }

    /// Returns the script that gives the current page another token, or removes it.
    func change(to config: EcoveloConfig?) -> String { config.map(injection.script(for:)) ?? injection.clearingScript }

    static func bundledShim() throws(BaliseError) -> String {
        guard let file = Bundle.module.url(forResource: "ecovelo-sdk", withExtension: "js") else {
            throw .storage("ecovelo-sdk.js is missing among the resources of the app")
        }
        do { return try String(contentsOf: file, encoding: .utf8) } catch {
            throw .storage("ecovelo-sdk.js cannot be read: \(error)")
        }
    }
}
