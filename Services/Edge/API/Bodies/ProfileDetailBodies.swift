// What a person tells about themselves, between the members of bodies and what identity keeps.

import BaliseAPI
import Models

extension ProfileDetailFields {
    /// What is kept of a person.
    init(_ details: ProfileDetails) { self.init(locale: details.locale) }
}

extension ProfileDetails {
    /// What a body says of a person.
    ///
    /// - Parameter fields: Those that only the app understands.
    init(
        firstName: String?, lastName: String?, _ told: ProfileDetailFields, fields: [String: Personal<ProfileValue>]
    ) {
        self.init(
            firstName: firstName.map(Personal.init), lastName: lastName.map(Personal.init), locale: told.locale,
            fields: fields.isEmpty ? nil : fields)
    }
}
