// The categories that the lists know.

/// The configured categories: what the app that belongs to this installation can decode. One that it does not know
/// makes a whole list undecodable for it.
struct ListedCategories: Sendable {
    /// In the order in which they are shown.
    let names: [String]

    /// Those of the ALL IN app: the default of `preferences.categories`.
    static let standard = ListedCategories(names: [
        "SANTE_BIEN_ETRE", "BEAUTE_ESTHETIQUE", "FOOD_PLAISIRS", "LOISIRS_DIVERTISSEMENTS", "SERVICE_PRATIQUES",
        "ENTRE_PROS",
    ])

    private static let labels = [
        "SANTE_BIEN_ETRE": "Santé & bien être", "BEAUTE_ESTHETIQUE": "Beauté & Esthétique",
        "FOOD_PLAISIRS": "Food & plaisirs gourmands", "LOISIRS_DIVERTISSEMENTS": "Loisirs & Divertissements",
        "SERVICE_PRATIQUES": "Service & pratiques", "ENTRE_PROS": "Entre pros",
    ]

    func contains(_ name: String) -> Bool { names.contains(name) }

    /// What people call a category. For one that the operator has added it is made of the name: `BIO_FOOD` is "Bio food".
    func label(of name: String) -> String {
        if let label = ListedCategories.labels[name] { return label }
        let words = name.lowercased().replacing("_", with: " ")
        return words.prefix(1).uppercased() + words.dropFirst()
    }
}
