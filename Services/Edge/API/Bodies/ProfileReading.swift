import BaliseAPI
import BaliseJSON
import Models

extension AccountNames {
    init(username: String?, email: String?, phoneNumber: String?) {
        self.init(username: username, email: email.map(Personal.init), phone: phoneNumber.map(Personal.init))
    }
}

extension ProfileDetails {
    /// The details of a new account.
    ///
    /// - Parameters:
    ///   - json: The same body, for the fields that only the app understands.
    ///   - client: Its language applies if the body has none.
    init(
        _ body: RegisterRequest, _ json: JSONValue, _ names: ProfileFieldNames, client: ClientInfo?
    ) throws(EdgeError) {
        var fields = try names.read(json, keepsNull: false)
        // In a request this is the code of the person who recommended the app. In answers the same name is the user's
        // own code.
        if let code = fields.removeValue(forKey: "referralCode") { fields["referredBy"] = code }
        var told = body.details
        if told.locale == nil { told.locale = client?.locale }
        self.init(firstName: body.firstName, lastName: body.lastName, told, fields: fields)
    }

    /// A change of details: nil keeps a value, and an empty name clears it.
    ///
    /// - Parameter json: The same body, for the fields that only the app understands.
    init(_ body: UpdateProfileRequest, _ json: JSONValue, _ names: ProfileFieldNames) throws(EdgeError) {
        let fields = try names.read(json, keepsNull: true)
        self.init(firstName: body.firstName, lastName: body.lastName, body.details, fields: fields)
    }
}
