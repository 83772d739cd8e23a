// Everything that can be configured, typed, and how it is loaded. The sections of the services stand beside them.

public import Foundation

/// Everything that can be configured.
///
/// A value on the command line counts before one in the environment, that before one in the YAML file, and that before
/// the default.
public struct Settings: Sendable {
    /// The YAML file that more of them stand in.
    var configurationFile: URL?
    /// The folder of the databases, keys and sockets; absolute.
    public var dataDirectory: URL
    /// Whether example calls are printed when the program is ready; nil means on a terminal.
    public var showExamples: Bool?
    /// What is odd about the sources, and no reason not to start; for the log.
    public internal(set) var warnings: [String] = []

    /// Every setting with what was found for it, for whoever wants to see them all; none where nothing was loaded.
    public internal(set) var shown: [ShownSetting] = []

    /// Reads all sources again, with the files that they name: for what changes without a restart. Nil for settings
    /// that came from none.
    package var reload: (@Sendable () throws(SettingsError) -> Settings)?

    private var sections: SettingsSections

    /// Nothing but the defaults of what there is.
    package init(defaultsOf catalogue: SettingsCatalogue) {
        var reader = SettingsReader([])
        self.init(&reader, catalogue)
    }

    /// Loads the settings from the command line, the environment, the YAML file that one of them names, and the
    /// defaults.
    ///
    /// - Parameters:
    ///   - catalogue: Which settings there are.
    ///   - arguments: The options behind the program's name and command.
    ///   - environment: The environment variables; only those that begin with `BALISE_` are looked at.
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

    /// Reads each setting once. The order here is the order of the reference.
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

    /// A section of the settings.
    package subscript<Section: SettingsSection>(_ section: Section.Type) -> Section {
        get { sections[section] }
        set { sections.set(newValue) }
    }
}

extension Settings {
    /// The address for the operator.
    public var operations: OperationsSettings {
        get { self[OperationsSettings.self] }
        set { self[OperationsSettings.self] = newValue }
    }

    /// How the services reach each other.
    public var bus: BusSettings {
        get { self[BusSettings.self] }
        set { self[BusSettings.self] = newValue }
    }

    /// Where the databases are.
    public var storage: StorageSettings {
        get { self[StorageSettings.self] }
        set { self[StorageSettings.self] = newValue }
    }

    /// What is logged, and how.
    public var log: LogSettings {
        get { self[LogSettings.self] }
        set { self[LogSettings.self] = newValue }
    }
}
