public import Balise
public import BaliseValues

/// The token of the host app's identity provider, and the program that uses it.
public struct EcoveloConfig: Hashable, Sendable {
    /// The identity provider's token, without the prefix `Bearer`.
    public let iamToken: SecretText
    /// The program (tenant) of the app; nil if the server has only one program.
    public let programId: String?
    /// The colours around the web app; nil for the default colours.
    public let theme: EcoveloTheme?

    /// Creates a configuration.
    /// - Parameter iamToken: The identity provider's token, with or without the prefix `Bearer`.
    /// - Parameter programId: The program (tenant); nil or blank if the server has only one program.
    /// - Parameter theme: The colours around the web app; nil for the default colours.
    /// - Throws: `invalid` if the token is blank, or contains characters that a header must not contain. The error does
    ///   not quote the token.
    public init(iamToken: String, programId: String? = nil, theme: EcoveloTheme? = nil) throws(BaliseError) {
        var words = iamToken.split(whereSeparator: \.isWhitespace)
        if words.first?.lowercased() == "bearer" { words.removeFirst() }
        guard let token = words.first else {
            throw .invalid("the iamToken is blank: sign in at the identity provider first")
        }
        guard words.count == 1, Self.isVisible(token) else {
            throw .invalid("the iamToken holds a space, a line break or a character that is not ASCII")
        }
        let programs = (programId ?? "").split(whereSeparator: \.isWhitespace)
        guard programs.count <= 1, programs.allSatisfy(Self.isVisible) else {
            throw .invalid("the programId holds a space, a line break or a character that is not ASCII")
        }
        self.iamToken = SecretText(String(token))
        self.programId = programs.first.map(String.init)
        self.theme = theme
    }

    private static func isVisible(_ text: Substring) -> Bool { text.utf8.allSatisfy { (0x21...0x7E).contains($0) } }
}

extension EcoveloConfig {
    init(_ credential: Credential) { (iamToken, programId, theme) = (credential.token, credential.program, nil) }
}

extension Credential {
    init(_ config: EcoveloConfig) { self.init(token: config.iamToken, program: config.programId) }
}

/// The colours that a host app shows around the web app, each as `#RRGGBB`.
public struct EcoveloTheme: Hashable, Sendable {
    /// The main colour, as `#RRGGBB`.
    public var primary: String
    /// A darker form of the main colour.
    public var primaryVariant: String
    /// The accent colour, as `#RRGGBB`.
    public var secondary: String

    /// Creates a theme. The defaults are the colours of the Ecovelo app.
    public init(primary: String = "#0055A4", primaryVariant: String = "#003D7A", secondary: String = "#E4002B") {
        (self.primary, self.primaryVariant, self.secondary) = (primary, primaryVariant, secondary)
    }
}

extension EcoveloTheme {
    /// The channels of a colour, each from 0 to 1.
    struct Components: Hashable {
        var red: Double
        var green: Double
        var blue: Double

        /// Reads a colour; nil unless the text is `#RRGGBB`.
        init?(_ text: String) {
            // The pattern is checked first, because `UInt32(_:radix:)` would also accept a sign.
            guard text.wholeMatch(of: /#[0-9A-Fa-f]{6}/) != nil, let number = UInt32(text.dropFirst(), radix: 16) else {
                return nil
            }
            red = Double(number >> 16) / 255
            green = Double(number >> 8 & 255) / 255
            blue = Double(number & 255) / 255
        }
    }
}
