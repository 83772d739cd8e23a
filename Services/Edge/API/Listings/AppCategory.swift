// The categories that the app knows.

/// A category that the app can decode. One that it does not know makes a whole list undecodable for it.
enum AppCategory: String, Sendable, CaseIterable {
    case health = "SANTE_BIEN_ETRE"
    case beauty = "BEAUTE_ESTHETIQUE"
    case food = "FOOD_PLAISIRS"
    case leisure = "LOISIRS_DIVERTISSEMENTS"
    case services = "SERVICE_PRATIQUES"
    case betweenProfessionals = "ENTRE_PROS"

    /// What the app's people call it.
    var label: String {
        switch self {
        case .health: "Santé & bien être"
        case .beauty: "Beauté & Esthétique"
        case .food: "Food & plaisirs gourmands"
        case .leisure: "Loisirs & Divertissements"
        case .services: "Service & pratiques"
        case .betweenProfessionals: "Entre pros"
        }
    }
}
