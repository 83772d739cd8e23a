/// The types of the app's decoder: one invalid entry costs the app the whole list.
public enum AppListings {
    public enum Category: String, Decodable, Sendable {
        case SANTE_BIEN_ETRE, BEAUTE_ESTHETIQUE, FOOD_PLAISIRS, LOISIRS_DIVERTISSEMENTS, SERVICE_PRATIQUES, ENTRE_PROS
    }

    public struct Offer: Decodable, Sendable {
        public struct Professional: Decodable, Sendable {
            public let id: Int?
            public let firstName: String?
            public let category: Category?
            public let isClub10: Bool?
        }

        public let id: Int
        public let title: String
        public let description: String
        public let price: Double?
        public let startDate: String?
        public let endDate: String?
        public let featured: Bool?
        public let status: String?
        public let professional: Professional?
        public let professionalId: Int?
        public let city: String?
        public let category: Category?
        public let type: String?
        public let imageUrl: String?
        public let distanceMeters: Double?
    }

    public struct Professional: Decodable, Sendable {
        public let id: Int
        public let email: String
        public let firstName: String
        public let lastName: String
        public let userType: String
        public let city: String?
        public let latitude: Double?
        public let longitude: Double?
        public let category: Category?
        public let distanceMeters: Double?
        public let isClub10: Bool?
        public let averageRating: Double?
        public let reviewCount: Int?
    }

    public struct Branch: Decodable, Sendable {
        public let id: Category
        public let name: String
        public let subCategories: [String]
    }
}
