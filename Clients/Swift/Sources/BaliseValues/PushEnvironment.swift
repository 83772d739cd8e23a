import BaliseJSON

/// The APNs environment of a token. In JSON the word is in capitals.
public struct PushEnvironment: OpenWord {
    /// The word for the environment, in lower case.
    public let rawValue: String

    /// Reads the words of all apps: builds from Xcode are `SANDBOX` or `development`.
    public init(rawValue word: String) {
        let word = word.lowercased()
        rawValue = word == "development" ? "sandbox" : word
    }

    /// The environment of builds from the App Store and TestFlight.
    public static let production = PushEnvironment(rawValue: "production")
    /// The environment of builds from Xcode.
    public static let sandbox = PushEnvironment(rawValue: "sandbox")
    public static let allCases: [PushEnvironment] = [.production, .sandbox]

    /// The word in JSON, in capitals.
    public var word: String { rawValue.uppercased() }

    /// Reads a word. Unlike other open words, an unknown word is an error.
    public init(from decoder: any Decoder) throws {
        self.init(rawValue: try decoder.singleValueContainer().decode(String.self))
        if decoder.isLenientJSON, !isKnown { throw JSONShapeError(.refused(PushEnvironment.refusal)) }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(encoder.writesJSON ? word : rawValue)
    }

    /// The error for an unknown word.
    public static let refusal = "The member environment must be SANDBOX or PRODUCTION."
}
