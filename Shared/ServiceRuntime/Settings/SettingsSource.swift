import Configuration
import Foundation
import Yams

struct SettingsSource {
    /// The source's name in messages, for example `environment`.
    let name: String
    /// Whether other users of the machine can read the source.
    var isVisible = false
    /// Returns how `key` is spelled in this source, for messages, for example `BALISE_HTTP_PORT`.
    let spelling: @Sendable (ConfigurationKey) -> String
    /// Returns a key's texts; nil if the key is missing. An empty text counts as missing unless it was written on
    /// purpose. So `BALISE_X=${X:-}` in a compose file means the default.
    private let texts: @Sendable (_ key: ConfigurationKey, _ takesEmptyText: Bool) -> [String]?
    private let groups: @Sendable (_ name: String, _ keys: [ConfigurationKey]) -> [String]

    /// Returns the names of the groups under `name`.
    /// - Parameter keys: The keys of such a group, with `<name>` as its name.
    func names(under name: String, of keys: [ConfigurationKey]) -> [String] { groups(name, keys) }

    /// Returns a key's texts. Nil if the key is missing, empty for an option without a value.
    /// - Parameter takesEmptyText: Whether an empty text in a file, written on purpose, is a value.
    func pieces(for key: ConfigurationKey, takesEmptyText: Bool = false) -> [String]? { texts(key, takesEmptyText) }

    static func commandLine(_ options: [String: [String]]) -> SettingsSource {
        SettingsSource(
            name: "command line", isVisible: true, spelling: \.optionName, texts: { key, _ in options[key.optionName] },
            groups: { _, keys in groupNames(in: options.keys.sorted(), spelt: keys.map(\.optionName)) })
    }

    static func environment(_ variables: [String: String]) -> SettingsSource {
        let given = variables.filter { !$0.value.isEmpty }
        return SettingsSource(
            name: "environment", spelling: \.environmentName,
            texts: { key, _ in given[key.environmentName].map { [$0] } },
            groups: { _, keys in groupNames(in: given.keys.sorted(), spelt: keys.map(\.environmentName)) })
    }

    /// Returns the names of groups in variables: `my-idp` for `BALISE_ISSUERS_MY_IDP_ISSUER`, if one of the keys is
    /// spelt `BALISE_ISSUERS_<NAME>_ISSUER`.
    private static func groupNames(in names: [String], spelt keys: [String]) -> [String] {
        let forms = keys.compactMap { key -> (Substring, Substring)? in
            guard let start = key.firstIndex(of: "<"), let end = key.firstIndex(of: ">") else { return nil }
            return (key[..<start], key[end...].dropFirst())
        }
        return names.compactMap { name in
            let form = forms.first { name.hasPrefix($0) && name.hasSuffix($1) && name.count > $0.count + $1.count }
            guard let (start, end) = form else { return nil }
            return name.dropFirst(start.count).dropLast(end.count).lowercased().replacing("_", with: "-")
        }
    }

    /// Reads a YAML text. Throws the parser's error if it is not a mapping of names to values.
    static func yaml(_ text: Data, path: String) throws -> SettingsSource {
        let snapshot = try YAMLSnapshot(data: text.bytes, providerName: path, parsingOptions: .default)
        let root = try Yams.compose(yaml: String(decoding: text, as: UTF8.self))?.mapping
        var groups: [String: [String]] = [:]
        if let root { noteGroups(of: root, under: "", in: &groups) }
        return SettingsSource(
            name: path, spelling: \.name, texts: { snapshot.texts(at: $0.components, takesEmptyText: $1) },
            groups: { [groups] name, _ in groups[name] ?? [] })
    }

    private static func noteGroups(of mapping: Node.Mapping, under path: String, in groups: inout [String: [String]]) {
        for (key, value) in mapping {
            guard let inner = value.mapping else { continue }
            let name = path.isEmpty ? key.string ?? "?" : "\(path).\(key.string ?? "?")"
            groups[name] = inner.filter { $1.mapping != nil }.map { $0.key.string ?? "?" }
            noteGroups(of: inner, under: name, in: &groups)
        }
    }
}

extension ConfigSnapshot {
    fileprivate func texts(at path: [String], takesEmptyText: Bool) -> [String]? {
        let path = AbsoluteConfigKey(path)
        // A source returns a list only as a list and a single text only as a text, so both are tried.
        let single = (try? value(forKey: path, type: .string))?.value
        let several = single == nil ? (try? value(forKey: path, type: .stringArray))?.value : nil
        switch (single ?? several)?.content {
        case .string(let text): return text.isEmpty && !takesEmptyText ? nil : [text]
        case .stringArray(let texts): return texts
        default: return nil
        }
    }
}

/// Returns the keys of a file, with dots between the levels, in the order of the text.
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
