package import Foundation
import OperatorCommands

/// Reads settings one by one and collects errors. Declaring a key and reading it is one call, so the reference cannot
/// differ from the settings that are read.
public struct SettingsReader {
    private let sources: [SettingsSource]
    private(set) var entries: [ShownSetting] = []
    private(set) var sections = SettingsSections()
    package private(set) var problems: [SettingsError.Problem] = []
    /// Errors that depend only on the value itself, not on other settings and files.
    private(set) var disallowedValues: [SettingsError.Problem] = []
    private(set) var secretFiles: [URL] = []

    init(_ sources: [SettingsSource]) { self.sources = sources }

    mutating func read(_ section: (some SettingsSection).Type) { sections.set(section.init(&self)) }

    /// Returns an earlier section, for conditions between two sections.
    package func earlier<Section: SettingsSection>(_ section: Section.Type) -> Section { sections[section] }

    /// Reads a setting, and adds its key to the reference.
    /// - Parameters:
    ///   - name: The key, with dots between the levels.
    ///   - shownAs: The default in the reference, if it depends on the machine.
    ///   - meaning: One sentence for the reference.
    package mutating func read<Value>(
        _ name: String, _ form: ValueForm<Value>, default standard: Value, shownAs: String? = nil, _ meaning: String
    ) -> Value {
        find(name, form, shownAs: shownAs ?? form.write(standard), meaning, isOptional: false) ?? standard
    }

    package mutating func readOptional<Value>(
        _ name: String, _ form: ValueForm<Value>, shownAs: String = "none", _ meaning: String
    ) -> Value? {
        find(name, form, shownAs: shownAs, meaning)
    }

    /// Reads a secret, from the key itself or from the file that `<name>File` names; nil if no source has one.
    package mutating func readSecret(_ name: String, length: ClosedRange<Int>, _ meaning: String) -> Secret? {
        readSecret(name, .secret(length: length), meaning)
    }

    /// Reads a value that contains a secret, also from a file; nil if no source has one. The value is never shown.
    package mutating func readSecret<Value>(
        _ name: String, _ form: ValueForm<Value>, shownAs: String = "none", _ meaning: String
    ) -> Value? {
        find(name, form, shownAs: shownAs, meaning, isSecret: true)
    }

    /// Reads the path of a file whose content is secret; nil if no source has one.
    package mutating func readSecretFile(_ name: String, _ meaning: String) -> URL? {
        let file: URL? = readOptional(name, .path("file"), meaning)
        if let file { secretFiles.append(file) }
        return file
    }

    /// Reads the groups under `name` that the operator has named: first the groups in the file, in its order, then
    /// groups in variables and options.
    /// - Parameters:
    ///   - owner: The thing that has such a name, for the error about a wrong name.
    ///   - read: Reads a group. For the reference it gets `<name>` as the name, so that each key is listed once.
    ///   - visit: Gets each group that could be read.
    package mutating func readGroups<Group>(
        under name: String, of owner: String, read: (String, inout SettingsReader) -> Group?,
        _ visit: (Group, inout SettingsReader) -> Void
    ) {
        var reference = SettingsReader([])
        _ = read("<name>", &reference)
        let keys = reference.entries.map(\.key)
        var seen: Set<String> = []
        let names = sources.reversed().flatMap { $0.names(under: name, of: keys) }.filter { seen.insert($0).inserted }
        if names.isEmpty { _ = read("<name>", &self) }
        for group in names {
            guard group.wholeMatch(of: /[a-z][a-z0-9\-]{0,31}/) != nil else {
                report(
                    "\(name).\(group): \(owner)'s name has 1 to 32 lower-case letters, digits and hyphens, and begins with "
                        + "a letter.")
                continue
            }
            if let found = read(group, &self) { visit(found, &self) }
        }
    }

    package mutating func report(_ message: String, isUsage: Bool = false) {
        problems.append(SettingsError.Problem(message: message, isUsage: isUsage))
    }

    private mutating func find<Value>(
        _ name: String, _ form: ValueForm<Value>, shownAs: String, _ meaning: String, isSecret: Bool = false,
        isOptional: Bool = true
    ) -> Value? {
        let key = ConfigurationKey(
            name: name, type: form.type, allowed: form.allowed, defaultText: shownAs, meaning: meaning,
            isSecret: isSecret, isOptional: isOptional)
        let found = find(key, form)
        let shown = found.map { isSecret ? "<set>" : form.write($0.value) } ?? key.defaultText
        entries.append(
            ShownSetting(
                key: key, value: shown.withoutUserInfo, source: found?.source ?? "default", spelling: found?.spelling))
        return found?.value
    }

    private mutating func find<Value>(
        _ key: ConfigurationKey, _ form: ValueForm<Value>
    ) -> (value: Value, source: String, spelling: String)? {
        for source in sources {
            if source.isVisible, key.isSecret, source.pieces(for: key) != nil {
                reportVisible(key, in: source)
                return nil
            }
            let inFile = key.fileKey.flatMap { fileKey in
                source.pieces(for: fileKey).map { (fileKey, $0.joined(separator: ",")) }
            }
            if var pieces = source.pieces(for: key, takesEmptyText: form.takesEmptyText) {
                if let (fileKey, _) = inFile {
                    report("\(source.spelling(key)) and \(source.spelling(fileKey)) are both set; only one may be.")
                }
                if pieces.isEmpty, form.type == "switch" { pieces = ["true"] }
                return take(pieces, of: key, form, from: source)
            }
            if let (fileKey, path) = inFile { return readFile(path, of: key, namedBy: fileKey, form, from: source) }
        }
        return nil
    }

    /// Reports a secret on a command line, which every user of the machine can read in the list of processes.
    private mutating func reportVisible(_ key: ConfigurationKey, in source: SettingsSource) {
        let file = key.fileKey.map {
            ", or \($0.environmentName) or \($0.optionName) with the path of a file that holds it"
        }
        report(
            """
            \(source.spelling(key)) (\(source.name)): every user of this machine can read a secret there; set \
            \(key.environmentName)\(file ?? "").
            """, isUsage: true)
        disallowedValues += problems.suffix(1)
    }

    private mutating func take<Value>(
        _ pieces: [String], of key: ConfigurationKey, _ form: ValueForm<Value>, from source: SettingsSource,
        fileNamedBy fileKey: ConfigurationKey? = nil
    ) -> (value: Value, source: String, spelling: String)? {
        do throws(ValueForm<Value>.InvalidValue) {
            return (try form.read(pieces), source.name, source.spelling(fileKey ?? key))
        } catch {
            let shown = key.isSecret ? "the value" : "\"\(pieces.joined(separator: ",").withoutUserInfo)\""
            let place = fileKey == nil ? "" : " in the file"
            report(
                "\(source.spelling(fileKey ?? key)) (\(source.name)): \(shown)\(place) \(error.reason); "
                    + "allowed is \(form.allowed).\(hint(pieces, of: key, from: source, isInFile: fileKey != nil))",
                isUsage: source.name == "command line" && fileKey == nil)
            if fileKey == nil { disallowedValues += problems.suffix(1) }
            return nil
        }
    }

    private mutating func readFile<Value>(
        _ path: String, of key: ConfigurationKey, namedBy fileKey: ConfigurationKey, _ form: ValueForm<Value>,
        from source: SettingsSource
    ) -> (value: Value, source: String, spelling: String)? {
        let file = URL(fileURLWithPath: path).standardizedFileURL
        guard let text = try? String(contentsOf: file, encoding: .utf8) else {
            report("\(source.spelling(fileKey)) (\(source.name)): the file \(file.path) cannot be read.")
            return nil
        }
        secretFiles.append(file)
        return take(
            [text.trimmingCharacters(in: .whitespacesAndNewlines)], of: key, form, from: source, fileNamedBy: fileKey)
    }

    /// Returns advice about a refused secret that looks like the path of its file.
    private func hint(
        _ pieces: [String], of key: ConfigurationKey, from source: SettingsSource, isInFile: Bool
    ) -> String {
        guard !isInFile, let fileKey = key.fileKey, let value = pieces.first,
            ["/", "./"].contains(where: value.hasPrefix)
        else { return "" }
        return " The path of a file belongs into \(source.spelling(fileKey))."
    }
}

extension String {
    /// The text, with user and password removed from its addresses.
    var withoutUserInfo: String {
        // Most texts contain no "@", and the search for a byte is fast.
        utf8.contains(UInt8(ascii: "@")) ? replacing(/:\/\/[^\/?#\s,"]*@/, with: "://<hidden>@") : self
    }
}

/// A setting in the reference.
public struct ConfigurationKey: Hashable, Sendable {
    /// The name in the YAML file, with dots between the levels: `http.port`.
    public let name: String
    /// The kind of value, for example `whole number`.
    public let type: String
    /// The allowed values, as part of a sentence.
    public let allowed: String
    /// The value if no source has a value.
    public let defaultText: String
    /// The purpose of the setting, in one sentence.
    public let meaning: String
    /// Whether the value is never shown, and may be read from a file (`…_FILE`).
    public let isSecret: Bool
    /// Whether `defaultText` describes the behaviour without the setting, and is not a possible value.
    let isOptional: Bool

    /// The option on the command line: `--http-port`.
    public var optionName: String { "--" + words.joined(separator: "-") }

    /// The option to use. For a secret, it is the option that names its file.
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

    /// The words of the name: `http.maximumBodyBytes` is http, maximum, body, bytes.
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

/// A setting with the value that applies.
public struct ShownSetting: Sendable {
    public let key: ConfigurationKey
    /// The value as text; `<set>` for a secret.
    public let value: String
    /// The name of the source; `default` if no source has a value.
    public let source: String
    /// The name in the source, such as `BALISE_STORAGE_FILE`; nil if no source has a value.
    package let spelling: String?
}

/// All errors in the settings, as sentences for the operator.
public struct SettingsError: Error, Hashable, Sendable, CustomStringConvertible {
    public struct Problem: Hashable, Sendable {
        /// A sentence with the key, the source of the value, the error and the allowed values.
        public let message: String
        /// Whether the command line itself is wrong, and not the configuration.
        public let isUsage: Bool
    }

    /// The errors; at least one.
    public let problems: [Problem]

    /// The exit status as a number of `ExitStatus`: `misuse` if only the command line is wrong.
    public var exitCode: Int32 {
        problems.allSatisfy(\.isUsage) ? ExitStatus.misuse.rawValue : ExitStatus.wrongSettings.rawValue
    }

    public var description: String { problems.map(\.message).joined(separator: "\n") }
}
