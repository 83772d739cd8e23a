import Foundation

extension Settings {
    struct Loaded {
        let settings: Settings
        let entries: [ShownSetting]
        let unknownSettings: [SettingsError.Problem]
        let wrongValues: [SettingsError.Problem]
        let disallowedValues: [SettingsError.Problem]

        var problems: [SettingsError.Problem] { unknownSettings + wrongValues }

        /// The problems that also matter outside the containers. Files named in settings are files of the containers,
        /// which alone can read them, and conditions between settings depend on each container's other settings.
        var problemsOutsideContainers: [SettingsError.Problem] { unknownSettings + disallowedValues }
    }

    static func load(_ catalogue: SettingsCatalogue, _ arguments: [String], _ environment: [String: String]) -> Loaded {
        lazy var forms = catalogue.optionForms
        let words = CommandLineWords(arguments) { forms[$0] ?? .value }
        var sources = [SettingsSource.commandLine(words.values), .environment(environment)]
        var problems: [SettingsError.Problem] = []

        // The first pass finds the name of the file, which only the other sources can contain.
        var first = SettingsReader(sources)
        var namesInFile: [String] = []
        var fileName = ""
        if let file = first.readOptional("config", .path("file"), "") {
            fileName = "file \(file.path)"
            do {
                let text = try Data(contentsOf: file)
                sources.append(try .yaml(text, path: fileName))
                namesInFile = try namesInYAML(String(decoding: text, as: UTF8.self))
            } catch {
                problems.append(unreadable(file, error))
            }
        }

        // The names of groups in the file decide which settings exist.
        var reader = SettingsReader(sources)
        var settings = Settings(&reader, catalogue)
        let keys = reader.entries.map(\.key)
        let known = Set(keys.flatMap { [$0.name] + ($0.fileKey.map { [$0.name] } ?? []) }).subtracting(["config"])
        for unknown in namesInFile where !known.contains(unknown) {
            problems.append(unknownKey(unknown, in: fileName, among: known, isUsage: false))
        }
        let variables = unknownVariables(in: environment, keys: keys)
        problems += variables.problems
        problems += unknownOptions(in: words, keys: keys)
        settings.warnings = variables.warnings
        settings.shown = reader.entries
        settings.secretFiles = reader.secretFiles
        let holdsSecret = keys.contains { $0.isSecret && namesInFile.contains($0.name) }
        if holdsSecret, let file = settings.configurationFile { settings.secretFiles.append(file) }
        return Loaded(
            settings: settings, entries: reader.entries, unknownSettings: problems, wrongValues: reader.problems,
            disallowedValues: reader.disallowedValues)
    }

    private static func unreadable(_ file: URL, _ error: any Error) -> SettingsError.Problem {
        let path = file.path
        let reason =
            if !FileManager.default.fileExists(atPath: path) {
                "does not exist"
            } else if !FileManager.default.isReadableFile(atPath: path) {
                "cannot be read"
            } else {
                "is not a YAML mapping of names to values: \(error)"
            }
        return .init(message: "The configuration file \(file.path) \(reason).", isUsage: false)
    }

    /// Returns unknown variables. A variable that looks like a misspelt setting is an error. Any other variable may
    /// belong to another program (Kubernetes sets variables for all services), so it causes only a warning.
    private static func unknownVariables(
        in environment: [String: String], keys: [ConfigurationKey]
    ) -> (problems: [SettingsError.Problem], warnings: [String]) {
        let known = Set(keys.flatMap { [$0.environmentName] + ($0.fileKey.map { [$0.environmentName] } ?? []) })
        let unknown = environment.keys.sorted().filter { $0.hasPrefix("BALISE_") && !known.contains($0) }
        let misspelt = unknown.filter { nearest(to: $0, among: known) != nil }
        return (
            misspelt.map { unknownKey($0, in: "environment", among: known, isUsage: false) },
            unknown.filter { !misspelt.contains($0) }.map { "\($0) is not a setting and has no effect" }
        )
    }

    private static func unknownOptions(
        in words: CommandLineWords, keys: [ConfigurationKey]
    ) -> [SettingsError.Problem] {
        let known = Set(keys.flatMap { [$0.optionName] + ($0.fileKey.map { [$0.optionName] } ?? []) })
        let unknown = words.optionNames.filter { !known.contains($0) }
            .map { unknownKey($0, in: "command line", among: known, isUsage: true) }
        return unknown
            + words.plain.map { word in
                .init(
                    message: """
                        The argument "\(word)" belongs to no option; an option takes one value, and a list is written \
                        with commas.
                        """, isUsage: true)
            }
    }

    private static func unknownKey(
        _ name: String, in source: String, among known: Set<String>, isUsage: Bool
    ) -> SettingsError.Problem {
        let meant = nearest(to: name, among: known) ?? nearestGroup(to: name, among: known)
        let hint = meant.map { " Is \($0) meant?" } ?? " `settings` lists what there is."
        return .init(message: "\(name) (\(source)): there is no such setting.\(hint)", isUsage: isUsage)
    }

    /// Returns the known name that `name` probably means; nil if more than `letters` letters differ.
    private static func nearest(to name: String, among known: Set<String>, within letters: Int = 3) -> String? {
        known.map { ($0, distance($0, name)) }.filter { $0.1 <= letters }.min { ($0.1, $0.0) < ($1.1, $1.0) }?.0
    }

    /// Returns the group that the first level of a key probably means; nil if that level is known, or resembles none.
    private static func nearestGroup(to name: String, among known: Set<String>) -> String? {
        let group = name.prefix { $0 != "." }
        let groups = Set(known.filter { $0.contains(".") }.map { String($0.prefix { $0 != "." }) })
        guard name.contains("."), !groups.contains(String(group)) else { return nil }
        // Names of three letters are always similar to each other, so the allowed difference grows with the length.
        return nearest(to: String(group), among: groups, within: group.count / 3)
    }

    /// Returns the edit distance: how many letters to change, insert or remove.
    private static func distance(_ one: String, _ other: String) -> Int {
        let one = Array(one.utf8), other = Array(other.utf8)
        var row = Array(0...other.count)
        for (i, letter) in one.enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            for (j, otherLetter) in other.enumerated() {
                let replaced = diagonal + (letter == otherLetter ? 0 : 1)
                diagonal = row[j + 1]
                row[j + 1] = min(replaced, row[j] + 1, row[j + 1] + 1)
            }
        }
        return row[other.count]
    }
}
