package import Models

/// A group of settings, for example those of one service.
package protocol SettingsSection: Sendable {
    /// Reads each of its settings once. The order here is the order of the reference.
    init(_ reader: inout SettingsReader)
}

/// One value of each section.
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
    /// In the order of the reference. A section may use earlier ones.
    let sections: [any SettingsSection.Type]
    /// The settings of a service in addition to the common ones: groups, or single settings.
    let names: @Sendable (ServiceName) -> [String]

    package init(
        _ sections: [any SettingsSection.Type], namesReadBy names: @escaping @Sendable (ServiceName) -> [String]
    ) {
        self.sections = sections
        self.names = names
    }

    /// In the order of the reference.
    package var keys: [ConfigurationKey] {
        var reader = SettingsReader([])
        _ = Settings(&reader, self)
        return reader.entries.map(\.key)
    }
}
