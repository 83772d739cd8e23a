public import Foundation
public import Models

/// The settings of a program. The command line takes precedence over the environment, the environment over the YAML
/// file, and the file over the defaults.
@dynamicMemberLookup
public struct Settings: Sendable {
    var configurationFile: URL?
    /// The folder of the databases, keys and sockets, as an absolute path.
    public var dataDirectory: URL
    /// Whether example calls are printed when the program is ready; nil to print them only on a terminal.
    public var showExamples: Bool?
    /// Doubtful settings that do not prevent the start, as texts for the log.
    public internal(set) var warnings: [String] = []

    /// The files with secrets outside the data folder: the files that settings name, and the configuration file if it
    /// contains a secret.
    var secretFiles: [URL] = []

    /// Every setting with the value that applies; empty if nothing was loaded.
    public internal(set) var shown: [ShownSetting] = []

    /// Reads all sources again, for settings that change without a restart. Nil if nothing was loaded.
    package var reload: (@Sendable () throws(SettingsError) -> Settings)?

    private var sections: SettingsSections

    package init(defaultsOf catalogue: SettingsCatalogue) {
        var reader = SettingsReader([])
        self.init(&reader, catalogue)
    }

    /// Loads the settings from all sources.
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

    /// Reads the sections. Their order here is the order of the reference.
    init(_ reader: inout SettingsReader, _ catalogue: SettingsCatalogue) {
        configurationFile = reader.readOptional(
            "config", .path("file"),
            "A YAML file with more settings. A relative path in it begins at the folder where the program starts.")
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

/// A group of settings, for example those of one service. The code that reads a setting documents its meaning.
public protocol SettingsSection: Sendable {
    /// The services that read the section, each with its groups or single settings. In compose, no other part of the
    /// file reaches a service. Empty for settings that every service reads.
    static var parts: [ServiceName: [String]] { get }

    /// Reads the section. The order of the settings here is the order of the reference.
    init(_ reader: inout SettingsReader)
}

extension SettingsSection {
    public static var parts: [ServiceName: [String]] { [:] }
}

/// The names of the sections: with a member `push` of the type `PushSettings.Type`, `settings.push` is that section.
public struct SectionNames: Sendable {}

struct SettingsSections: Sendable {
    private var values: [ObjectIdentifier: any SettingsSection] = [:]

    /// Returns a section. A section that was not read has its defaults.
    subscript<Section: SettingsSection>(_ type: Section.Type) -> Section {
        if let value = values[ObjectIdentifier(type)] as? Section { return value }
        var reader = SettingsReader([])
        return Section(&reader)
    }

    mutating func set<Section: SettingsSection>(_ section: Section) { values[ObjectIdentifier(Section.self)] = section }
}

/// The list of all settings, and of the settings of each service.
public struct SettingsCatalogue: Sendable {
    /// The sections, in the order of the reference. A section may use the values of earlier sections.
    let sections: [any SettingsSection.Type]

    package init(_ sections: [any SettingsSection.Type]) { self.sections = sections }

    /// Returns the groups and single settings of a service, in addition to the common settings.
    func names(_ service: ServiceName) -> [String] {
        sections.flatMap { $0.parts[service] ?? [] } + (service == .edge ? ["showExamples"] : [])
    }

    /// The keys of all settings, in the order of the reference.
    package var keys: [ConfigurationKey] {
        var reader = SettingsReader([])
        _ = Settings(&reader, self)
        return reader.entries.map(\.key)
    }
}
