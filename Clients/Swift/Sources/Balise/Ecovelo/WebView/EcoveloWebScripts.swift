// What a host's web view runs in its pages.

import BaliseAPI
import Foundation

/// The scripts of a web view: what runs at the start of each document, and what runs when there is another token.
struct EcoveloWebScripts: Sendable {
    /// The name of the message handler, which is in the world of ``events`` alone.
    static let handler = "ecovelo"
    /// What the page tells by events of the web shim.
    static let missing = "ecovelo-token-missing"
    /// As `missing`.
    static let expired = "ecovelo-token-expired"

    private let injection: EcoveloInjection
    /// The server's origin, for whose requests the token is.
    private let server: String
    /// `ecovelo-sdk.js`.
    private let shim: String

    /// - Parameters:
    ///   - injection: Gives the token to the pages that may have it.
    ///   - server: The server's address, without a path.
    ///   - shim: The text of the web shim.
    init(_ injection: EcoveloInjection, server: String, shim: String) {
        self.injection = injection
        self.server = server
        self.shim = shim
    }

    /// What runs in the main frame before any script of the page: the web shim, with the token where there is one.
    func start(_ config: EcoveloConfig?) -> String {
        let token = config.map { ",token:\(javaScriptText($0.iamToken.value))" } ?? ""
        let program = config?.programId.map { ",programId:\(javaScriptText($0))" } ?? ""
        return injection.onlyThere(
            "var EcoveloSDKHost={server:\(javaScriptText(server))\(token)\(program)};\n\(shim)\n")
    }

    /// What passes the events of the shim on to the host. It runs in a world of its own, so that the page cannot call
    /// the handler, and that nothing of it is there to be changed by the page.
    var events: String {
        injection.onlyThere(
            """
            ["\(Self.missing)","\(Self.expired)"].forEach(function(name){\
            window.addEventListener(name,function(){window.webkit.messageHandlers.\(Self.handler).postMessage(name);});\
            });
            """)
    }

    /// What gives the page of this moment another token, or takes it away.
    func change(to config: EcoveloConfig?) -> String {
        config.map(injection.script(for:)) ?? injection.clearingScript
    }

    /// The text of `ecovelo-sdk.js`, which is a resource of this package.
    static func bundledShim() throws(BaliseError) -> String {
        guard let file = Bundle.module.url(forResource: "ecovelo-sdk", withExtension: "js") else {
            throw .storage("ecovelo-sdk.js is missing among the resources of the app")
        }
        do {
            return try String(contentsOf: file, encoding: .utf8)
        } catch {
            throw .storage("ecovelo-sdk.js cannot be read: \(error)")
        }
    }
}
