import BaliseAPI
import Models

extension ProfileDetailFields {
    init(_ details: ProfileDetails) { self.init(locale: details.locale) }
}

extension ProfileDetails {
    /// - Parameter fields: The fields that only the app understands.
    init(
        firstName: String?, lastName: String?, _ told: ProfileDetailFields, fields: [String: Personal<ProfileValue>]
    ) {
        self.init(
            firstName: firstName.map(Personal.init), lastName: lastName.map(Personal.init), locale: told.locale,
            fields: fields.isEmpty ? nil : fields)
    }
}
