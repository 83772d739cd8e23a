/// The configured categories. One category unknown to the app makes the whole list undecodable for it.
struct ListedCategories: Sendable {
    /// In the order of display.
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

    /// The label of a category. For a category of the operator it is made from the name: `BIO_FOOD` becomes "Bio food".
    func label(of name: String) -> String {
        if let label = ListedCategories.labels[name] { return label }
        let words = name.lowercased().replacing("_", with: " ")
        return words.prefix(1).uppercased() + words.dropFirst()
    }
}
