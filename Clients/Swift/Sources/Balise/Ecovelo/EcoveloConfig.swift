// What a host app hands over when it has signed its person in at its own identity provider.

public import BaliseAPI

/// The token of the host app's identity provider, and for which program it is to count.
public struct EcoveloConfig: Hashable, Sendable {
    /// The token, without the word Bearer.
    public let iamToken: SecretString
    /// The program (tenant) that the app is for; nil where there is only one.
    public let programId: String?
    /// The colours of what the host shows around the web app; nil for the usual ones.
    public let theme: EcoveloTheme?

    /// A configuration.
    ///
    /// - Parameters:
    ///   - iamToken: The token as the identity provider gave it, with or without the word Bearer. What is blank, or
    ///     holds other characters than a header may have, is no token.
    ///   - programId: A blank one counts as none.
    ///   - theme: The colours of what the host shows around the web app; nil for the usual ones.
    /// - Throws: `invalid`, without repeating what was given.
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
        self.iamToken = SecretString(String(token))
        self.programId = programs.first.map(String.init)
        self.theme = theme
    }

    private static func isVisible(_ text: Substring) -> Bool { text.utf8.allSatisfy { (0x21...0x7E).contains($0) } }
}
