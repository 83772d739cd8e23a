// The script by which a host app hands the token to the page in its web view.

/// Scripts for a web view that give the page the identity provider's token, and take it away.
///
/// They call `window.EcoveloSDK` where the page has it, and do nothing on other pages. Run them in the main frame once
/// the document has been loaded, at each start and with each new token:
///
///     let injection = try EcoveloInjection(origins: ["https://app.example"])
///     webView.evaluateJavaScript(injection.script(for: config))
///
/// Every character of a token is safe: none can end the string literal, the script or an HTML element around it.
public struct EcoveloInjection: Hashable, Sendable {
    /// The pages that may have the token, by their origins.
    public let origins: [String]

    /// Scripts for the pages of some origins: a web view that was led elsewhere gives nothing away there.
    ///
    /// - Parameter origins: Scheme, host, and port where it is not the scheme's usual one, in lower case:
    ///   `https://app.example`, `capacitor://localhost`.
    /// - Throws: `invalid` for none, and for what is no origin.
    public init(origins: [String]) throws(BaliseError) {
        guard !origins.isEmpty else { throw .invalid("name the origins of the pages that may have the token") }
        for origin in origins {
            guard origin.wholeMatch(of: /[a-z][a-z0-9+.\-]*:\/\/[^\/\s?#@]+/) != nil, origin == origin.lowercased()
            else { throw .invalid("an origin is like https://app.example, and not \(origin)") }
        }
        self.origins = origins
    }

    /// The script that gives the page the token and the program. A configuration without a program takes the page's
    /// away.
    public func script(for config: EcoveloConfig) -> String {
        call("setIAMToken", Self.argument(for: config))
    }

    /// The arguments of `setIAMToken` for a configuration.
    static func argument(for config: EcoveloConfig) -> String {
        let program = config.programId.map(javaScriptText) ?? "null"
        return "{token:\(javaScriptText(config.iamToken.value)),programId:\(program)}"
    }

    /// The script that has the page forget the token and the program, at sign-out.
    public var clearingScript: String { call("clear", "") }

    /// The same as `script(for:)` as an element to be put into a page's HTML, behind the one that loads
    /// `ecovelo-sdk.js`.
    public func scriptElement(for config: EcoveloConfig) -> String { "<script>\(script(for: config))</script>" }

    private func call(_ function: String, _ argument: String) -> String {
        onlyThere(
            """
            var sdk=window.EcoveloSDK;\
            if(sdk){if(typeof sdk.\(function)==="function")sdk.\(function)(\(argument));}
            """)
    }

    /// A script that does something on the pages of these origins, and nothing on others.
    func onlyThere(_ statements: String) -> String {
        let origins = origins.map(javaScriptText).joined(separator: ",")
        // By protocol and host, since some engines call the origin of an app's own scheme null.
        return """
            (function(){\
            if([\(origins)].indexOf(window.location.protocol+"//"+window.location.host)===-1)return;\
            \(statements)\
            })();
            """
    }
}

/// A text as a string literal of JavaScript that may stand in a script, in a `script` element and in XML.
///
/// Only letters, digits and a few marks stay as they are; everything else becomes `\uXXXX` (ECMA-262, section 12.9.4).
/// So no quote, backslash, angle bracket, ampersand or line end can be misread, whatever the encoding of the page.
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
