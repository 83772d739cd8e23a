@testable import Identity

extension ScryptParameters {
    /// As good as no work, so that tests need not wait.
    static let cheap = ScryptParameters(rounds: 16, blockSize: 8, parallelism: 1)
}

extension SecretText {
    static let right = SecretText("the right password")
    static let wrong = SecretText("a wrong password")
    static let new = SecretText("another password")

    /// Another code of the same form.
    var altered: SecretText { SecretText((value.hasPrefix("1") ? "2" : "1") + value.dropFirst()) }
}

extension LoginKey {
    static func of(_ text: String) -> LoginKey {
        guard let key = LoginKey(text) else { preconditionFailure("nobody can be called so") }
        return key
    }
}

extension AccountNames {
    static let ada = AccountNames(username: "Ada", email: Personal("ada@example.org"), phone: Personal("+33612345678"))

    static func username(_ name: String) -> AccountNames { AccountNames(username: name) }
    static func email(_ address: String) -> AccountNames { AccountNames(email: Personal(address)) }
    static func phone(_ number: String) -> AccountNames { AccountNames(phone: Personal(number)) }
}

extension ClientInfo {
    static var phone: ClientInfo {
        var client = ClientInfo()
        client.userAgent = "App/1.0 iOS/17.5"
        client.platform = "ios"
        client.locale = "fr-FR"
        client.city = Personal("Paris")
        client.country = Personal("FR")
        client.address = Personal("192.0.2.7")
        return client
    }

    /// The same app, somewhere else.
    static func at(_ address: String) -> ClientInfo {
        var client = phone
        client.address = Personal(address)
        return client
    }
}

extension EmailAddress {
    static func of(_ text: String) -> EmailAddress {
        guard let address = try? EmailAddress(text) else { preconditionFailure("that is no address") }
        return address
    }
}

extension CreateAccount {
    static let anonymous = CreateAccount(
        signInMethod: .anonymous, names: AccountNames(), password: nil, details: ProfileDetails())

    static func of(
        _ names: AccountNames, _ password: SecretText = .right, details: ProfileDetails = ProfileDetails()
    ) -> CreateAccount {
        CreateAccount(signInMethod: .password, names: names, password: password, details: details)
    }
}

extension VerifyPassword {
    static func of(_ login: String, _ password: SecretText = .right) -> VerifyPassword {
        VerifyPassword(signInMethod: .password, login: Personal(login), password: password)
    }
}
