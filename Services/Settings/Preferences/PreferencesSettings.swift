public import Models
public import ServiceRuntime

public struct PreferencesSettings: SettingsSection {
    public static let parts: [ServiceName: [String]] = [
        .preferences: ["preferences"], .edge: ["preferences"], .push: ["preferences"],
    ]

    /// The categories, in the order of display.
    public var categories: [String]

    public init(_ reader: inout SettingsReader) {
        categories = reader.read(
            "preferences.categories", .words("a category such as SPORT"),
            default: [
                "SANTE_BIEN_ETRE", "BEAUTE_ESTHETIQUE", "FOOD_PLAISIRS", "LOISIRS_DIVERTISSEMENTS", "SERVICE_PRATIQUES",
                "ENTRE_PROS",
            ],
            "The categories of offers and professionals that users choose from; at most 24.")
        if !(1...24).contains(categories.count) || Set(categories).count < categories.count {
            reader.report("preferences.categories needs 1 to 24 categories, each once.")
        }
    }
}

extension SectionNames { public var preferences: PreferencesSettings.Type { PreferencesSettings.self } }
