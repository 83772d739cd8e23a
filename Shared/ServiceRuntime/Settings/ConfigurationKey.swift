/// A setting in the reference.
public struct ConfigurationKey: Hashable, Sendable {
    /// The name in the YAML file, with dots between the levels: `http.port`.
    public let name: String
    /// For example `whole number`.
    public let type: String
    /// The allowed values, as part of a sentence.
    public let allowed: String
    /// The value if no source has one.
    public let defaultText: String
    /// One sentence about the purpose.
    public let meaning: String
    /// Whether its value is never shown, and may be read from a file (`…_FILE`).
    public let isSecret: Bool
    /// Whether `defaultText` describes what happens without the setting, and is no value of it.
    let isOptional: Bool

    /// The option on the command line: `--http-port`.
    public var optionName: String { "--" + words.joined(separator: "-") }

    /// The usable option: for a secret, the one that names its file.
    var usableOptionName: String { fileKey?.optionName ?? optionName }

    /// The environment variable: `BALISE_HTTP_PORT`.
    public var environmentName: String { (["BALISE"] + words.map { $0.uppercased() }).joined(separator: "_") }

    /// The key that names a secret's file: `operations.keyFile` for `operations.key`.
    var fileKey: ConfigurationKey? {
        guard isSecret else { return nil }
        return ConfigurationKey(
            name: name + "File", type: "file", allowed: "the path of a file", defaultText: "none",
            meaning: "The file that holds \(name).", isSecret: false, isOptional: true)
    }

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
