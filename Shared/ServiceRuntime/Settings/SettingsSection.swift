public import Models

/// A group of settings, for example those of one service.
public protocol SettingsSection: Sendable {
    /// The services that read it, each with its groups or single settings: in compose no other part of the file reaches a
    /// service. Empty for the settings of every service.
    static var parts: [ServiceName: [String]] { get }

    /// The order here is the order of the reference.
    init(_ reader: inout SettingsReader)
}

extension SettingsSection {
    public static var parts: [ServiceName: [String]] { [:] }
}

/// The names of the sections: with a member `push` of the type `PushSettings.Type`, `settings.push` is that section.
public struct SectionNames: Sendable {}

struct SettingsSections: Sendable {
    private var values: [ObjectIdentifier: any SettingsSection] = [:]

    /// A section that was not read has its defaults.
    subscript<Section: SettingsSection>(_ type: Section.Type) -> Section {
        if let value = values[ObjectIdentifier(type)] as? Section { return value }
        var reader = SettingsReader([])
        return Section(&reader)
    }

    mutating func set<Section: SettingsSection>(_ section: Section) {
        values[ObjectIdentifier(Section.self)] = section
    }
}

/// All settings, and those of each service.
public struct SettingsCatalogue: Sendable {
    /// In the order of the reference; a section may use earlier ones.
    let sections: [any SettingsSection.Type]

    package init(_ sections: [any SettingsSection.Type]) { self.sections = sections }

    /// The settings of a service in addition to the common ones: groups, or single settings.
    func names(_ service: ServiceName) -> [String] {
        sections.flatMap { $0.parts[service] ?? [] } + (service == .edge ? ["showExamples"] : [])
    }

    /// In the order of the reference.
    package var keys: [ConfigurationKey] {
        var reader = SettingsReader([])
        _ = Settings(&reader, self)
        return reader.entries.map(\.key)
    }
}
