// How the sources are opened, and what stands in them that nobody reads.

import Foundation

extension Settings {
    /// The settings, what was found for each key, and everything that is wrong.
    struct Loaded {
        let settings: Settings
        let entries: [SettingsReader.Entry]
        /// What stands in the sources that nobody reads, or a file that cannot be read: whatever the values are.
        let unknownSettings: [SettingsError.Problem]
        /// What is wrong with the values that were found.
        let wrongValues: [SettingsError.Problem]
        /// Those of them that the value alone shows.
        let disallowedValues: [SettingsError.Problem]

        var problems: [SettingsError.Problem] { unknownSettings + wrongValues }

        /// What is wrong wherever it is read. Files that settings name are those of the containers, and only they can
        /// look into them; what settings need of each other depends on what each container is told besides.
        var problemsOutsideContainers: [SettingsError.Problem] { unknownSettings + disallowedValues }
    }

    static func load(
        _ catalogue: SettingsCatalogue, _ arguments: [String], _ environment: [String: String]
    ) -> Loaded {
        lazy var forms = catalogue.optionForms
        let words = CommandLineWords(arguments) { forms[$0] ?? .value }
        var sources = [SettingsSource.commandLine(words.values), .environment(environment)]
        var problems: [SettingsError.Problem] = []

        // The file's name comes from the sources before it.
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

        // Which settings there are depends on the names that the file gives to groups of them.
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
        settings.shown = reader.entries.map { ShownSetting(key: $0.key, value: $0.value, source: $0.source) }
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

    /// A variable that looks like a misspelt setting is a problem. Any other may be somebody else's (Kubernetes tells
    /// every container of the services around it, and one may be called "balise"), so it is only warned of.
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

    /// The known name that `name` is probably meant to be: so many letters away at most.
    private static func nearest(to name: String, among known: Set<String>, within letters: Int = 3) -> String? {
        known.map { ($0, distance($0, name)) }.filter { $0.1 <= letters }.min { ($0.1, $0.0) < ($1.1, $1.0) }?.0
    }

    /// The group that the first level of a key is probably meant to be, where there is none of its name.
    private static func nearestGroup(to name: String, among known: Set<String>) -> String? {
        let group = name.prefix { $0 != "." }
        let groups = Set(known.filter { $0.contains(".") }.map { String($0.prefix { $0 != "." }) })
        guard name.contains("."), !groups.contains(String(group)) else { return nil }
        // Of three letters others are never far away.
        return nearest(to: String(group), among: groups, within: group.count / 3)
    }

    /// How many letters must be changed, added or removed to make one text the other.
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
