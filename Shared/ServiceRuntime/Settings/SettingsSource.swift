// Where settings come from: the command line, the environment and a YAML file.

import Configuration
import Foundation
import Yams

/// One of the places that settings are read from.
struct SettingsSource {
    /// What a message calls it, for example `environment`.
    let name: String
    /// What a message calls `key` here, for example `BALISE_HTTP_PORT`.
    let spelling: @Sendable (ConfigurationKey) -> String
    /// The values as swift-configuration holds them.
    private let values: any ConfigSnapshot
    /// Begins the path of every key here.
    private let root: [String]
    /// Whether an empty text counts as no value, so that `BALISE_X=${X:-}` in a compose file means the default.
    private let ignoresEmptyTexts: Bool

    /// What stands here for `key`; nil when nothing does, empty for an option without a value.
    func pieces(for key: ConfigurationKey) -> [String]? {
        let path = AbsoluteConfigKey(root + key.components)
        // A source refuses to hand out a list as a text and, except for the command line, a text as a list.
        let single = (try? values.value(forKey: path, type: .string))?.value
        let several = single == nil ? (try? values.value(forKey: path, type: .stringArray))?.value : nil
        switch (single ?? several)?.content {
        case .string(let text): return text.isEmpty && ignoresEmptyTexts ? nil : [text]
        case .stringArray(let texts): return texts
        default: return nil
        }
    }
}

extension SettingsSource {
    /// The options of a command line; `arguments` are those behind the command.
    static func commandLine(_ arguments: [String]) -> SettingsSource {
        // The provider skips the first argument, as the program's own name.
        let provider = CommandLineArgumentsProvider(arguments: [""] + arguments)
        return SettingsSource(
            name: "command line", spelling: \.optionName, values: provider.snapshot(), root: [],
            ignoresEmptyTexts: false)
    }

    /// The environment variables that begin with `BALISE_`.
    static func environment(_ variables: [String: String]) -> SettingsSource {
        let provider = EnvironmentVariablesProvider(environmentVariables: variables)
        return SettingsSource(
            name: "environment", spelling: \.environmentName, values: provider.snapshot(), root: ["balise"],
            ignoresEmptyTexts: true)
    }

    /// A YAML file's text. Throws what the parser has to say when it is no mapping of names to values.
    static func yaml(_ text: Data, path: String) throws -> SettingsSource {
        let snapshot = try YAMLSnapshot(data: text.bytes, providerName: path, parsingOptions: .default)
        return SettingsSource(
            name: path, spelling: \.name, values: snapshot, root: [], ignoresEmptyTexts: true)
    }
}

/// The names of all values in a YAML text, with dots between the levels, in the order of the text.
func namesInYAML(_ text: String) throws -> [String] {
    func names(_ node: Node, under prefix: String) -> [String] {
        guard let mapping = node.mapping else { return [prefix] }
        return mapping.flatMap { key, value in
            let name = key.string ?? "?"
            return names(value, under: prefix.isEmpty ? name : "\(prefix).\(name)")
        }
    }
    guard let root = try Yams.compose(yaml: text) else { return [] }
    return names(root, under: "")
}
