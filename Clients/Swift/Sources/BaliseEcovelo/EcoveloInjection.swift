public import Balise
import BaliseAPI

/// Scripts that give the page in a web view the identity provider's token, and remove it.
///
/// They call `window.EcoveloSDK` if the page has it, and do nothing on other pages. Run them in the main frame when the
/// document has loaded, at each start and with each new token. Every character of a token is safe: no character can end
/// the string literal, the script or an HTML element around it.
///
///     let injection = try EcoveloInjection(origins: ["https://app.example"])
///     webView.evaluateJavaScript(injection.script(for: config))
public struct EcoveloInjection: Hashable, Sendable {
    /// The origins of the pages that may have the token.
    public let origins: [String]

    /// Creates the scripts for pages of these origins. They do nothing if the web view shows a page of another origin.
    /// - Parameter origins: Scheme, host, and the port if it is not the scheme's default, in lower case:
    ///   `https://app.example`, `capacitor://localhost`.
    /// - Throws: `invalid` for an empty list, and for a text that is no origin.
    public init(origins: [String]) throws(BaliseError) {
        guard !origins.isEmpty else { throw .invalid("name the origins of the pages that may have the token") }
        for origin in origins {
            guard origin.wholeMatch(of: /[a-z][a-z0-9+.\-]*:\/\/[^\/\s?#@]+/) != nil, origin == origin.lowercased()
            else { throw .invalid("an origin is like https://app.example, and not \(origin)") }
        }
        self.origins = origins
    }

    /// Returns a script that gives the page the token and the program. Nil removes the page's program.
    public func script(for config: EcoveloConfig) -> String { call("setIAMToken", Self.argument(for: config)) }

    static func argument(for config: EcoveloConfig) -> String {
        let program = config.programId.map(javaScriptText) ?? "null"
        return "{token:\(javaScriptText(config.iamToken.value)),programId:\(program)}"
    }

    /// A script for the sign-out: it makes the page forget the token and the program.
    public var clearingScript: String { call("clear", "") }

    /// Returns the same script as an HTML element. Put it into the page after the element that loads `ecovelo-sdk.js`.
    public func scriptElement(for config: EcoveloConfig) -> String { "<script>\(script(for: config))</script>" }

    private func call(_ function: String, _ argument: String) -> String {
        onlyThere(
            """
            var sdk=window.EcoveloSDK;\
            if(sdk){if(typeof sdk.\(function)==="function")sdk.\(function)(\(argument));}
            """)
    }

    /// Returns a script that runs the statements only on pages of these origins.
    func onlyThere(_ statements: String) -> String {
        let origins = origins.map(javaScriptText).joined(separator: ",")
        // The script compares protocol and host, because some engines report the origin of an app's own scheme as null.
        return """
            (function(){\
            if([\(origins)].indexOf(window.location.protocol+"//"+window.location.host)===-1)return;\
            \(statements)\
            })();
            """
    }
}

/// Returns a string literal of JavaScript that is safe in a script, in a `script` element and in XML. Characters other
/// than letters, digits and a few marks become `\uXXXX` (ECMA-262, section 12.9.4). So no quote, backslash, angle
/// bracket, ampersand or line end can be misread in any encoding.
func javaScriptText(_ text: String) -> String {
    var literal = "\""
    for unit in text.utf16 {
        switch unit {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E, 0x3A:
            literal.unicodeScalars.append(Unicode.Scalar(UInt8(truncatingIfNeeded: unit)))
        default:
            let digits = String(unit, radix: 16)
            literal += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
    }
    return literal + "\""
}
