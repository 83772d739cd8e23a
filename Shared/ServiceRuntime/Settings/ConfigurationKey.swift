// One line of the table of settings: a key, its names in each source, and what may stand there.

/// A setting as the reference shows it: its names, type, default, range and meaning.
public struct ConfigurationKey: Hashable, Sendable {
    /// The name in the YAML file, with dots between the levels: `http.port`.
    public let name: String
    /// What kind of value it takes, for example `whole number`.
    public let type: String
    /// Which values are allowed, as part of a sentence.
    public let allowed: String
    /// The value that counts when no source has one.
    public let defaultText: String
    /// One sentence that says what it is for.
    public let meaning: String
    /// Whether its value is never shown, and may be read from a file (`…_FILE`).
    public let isSecret: Bool

    /// The option on the command line: `--http-port`.
    public var optionName: String { "--" + words.joined(separator: "-") }

    /// The option that may be given: that of a secret names its file.
    var usableOptionName: String { fileKey?.optionName ?? optionName }

    /// The environment variable: `BALISE_HTTP_PORT`.
    public var environmentName: String { (["BALISE"] + words.map { $0.uppercased() }).joined(separator: "_") }

    /// Where a secret's file is named, as a key of its own: `operations.keyFile` for `operations.key`.
    var fileKey: ConfigurationKey? {
        guard isSecret else { return nil }
        return ConfigurationKey(
            name: name + "File", type: "file", allowed: "the path of a file", defaultText: "none",
            meaning: "The file that holds \(name).", isSecret: false)
    }

    /// The name's levels, as the configuration sources expect them.
    var components: [String] { name.split(separator: ".").map(String.init) }

    /// `http.maximumBodyBytes` is http, maximum, body, bytes; `bus.auth-session` is bus, auth, session.
    private var words: [String] {
        components.flatMap { component in
            var words = [String.UnicodeScalarView()]
            for letter in component.unicodeScalars {
                if letter.properties.isUppercase || letter == "-" { words.append(String.UnicodeScalarView()) }
                if letter != "-" { words[words.count - 1].append(letter) }
            }
            return words.map { String($0).lowercased() }
        }
    }
}
