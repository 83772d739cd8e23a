// A section of the settings, the sections that were read, and the list of all that there are.

package import Models

/// Settings that belong together, for example those of one service.
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

/// Which settings there are, and which service reads which.
public struct SettingsCatalogue: Sendable {
    /// In the order of the reference. A section may look at those before it.
    let sections: [any SettingsSection.Type]
    /// What a service reads beside what all read: groups of settings, or single ones.
    let names: @Sendable (ServiceName) -> [String]

    package init(
        _ sections: [any SettingsSection.Type], namesReadBy names: @escaping @Sendable (ServiceName) -> [String]
    ) {
        self.sections = sections
        self.names = names
    }

    /// Every setting there is, in the order of the reference.
    package var keys: [ConfigurationKey] {
        var reader = SettingsReader([])
        _ = Settings(&reader, self)
        return reader.entries.map(\.key)
    }
}
