public import Foundation

/// The command line takes precedence over the environment, that over the YAML file, and that over the defaults.
@dynamicMemberLookup
public struct Settings: Sendable {
    var configurationFile: URL?
    /// The folder of the databases, keys and sockets; absolute.
    public var dataDirectory: URL
    /// Whether example calls are printed when the program is ready; nil for only on a terminal.
    public var showExamples: Bool?
    /// Doubtful settings that do not prevent the start; for the log.
    public internal(set) var warnings: [String] = []

    /// Every setting with its found value; empty if nothing was loaded.
    public internal(set) var shown: [ShownSetting] = []

    /// Reads all sources again, for settings that change without a restart. Nil if nothing was loaded.
    package var reload: (@Sendable () throws(SettingsError) -> Settings)?

    private var sections: SettingsSections

    package init(defaultsOf catalogue: SettingsCatalogue) {
        var reader = SettingsReader([])
        self.init(&reader, catalogue)
    }

    /// - Parameters:
    ///   - arguments: The options after the program's name and command.
    ///   - environment: Only variables that begin with `BALISE_` are used.
    package static func load(
        _ catalogue: SettingsCatalogue, arguments: [String], environment: [String: String]
    ) throws(SettingsError) -> Settings {
        let loaded = load(catalogue, arguments, environment)
        guard loaded.problems.isEmpty else { throw SettingsError(problems: loaded.problems) }
        var settings = loaded.settings
        settings.reload = { () throws(SettingsError) in
            try load(catalogue, arguments: arguments, environment: environment)
        }
        return settings
    }

    /// The order here is the order of the reference.
    init(_ reader: inout SettingsReader, _ catalogue: SettingsCatalogue) {
        configurationFile = reader.readOptional("config", .path("file"), "A YAML file with more settings.")
        dataDirectory = reader.read(
            "data.dir", .path("folder"), default: URL(fileURLWithPath: "data").standardizedFileURL, shownAs: "./data",
            "The folder of the databases, keys and sockets; made when it is missing, for its owner only.")
        for section in catalogue.sections { reader.read(section) }
        showExamples = reader.readOptional(
            "showExamples", .flag, shownAs: "on a terminal",
            "Whether the programs with an edge print example calls when they are ready.")
        sections = reader.sections
    }

    public subscript<Section: SettingsSection>(dynamicMember name: KeyPath<SectionNames, Section.Type>) -> Section {
        get { sections[Section.self] }
        set { sections.set(newValue) }
    }
}
