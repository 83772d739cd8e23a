// What is kept about the client with which a person registers or signs in.

import Models

extension RegistrationRecord {
    /// What the sign-in method lets an account keep of the client that made it.
    init(_ client: ClientInfo?, by signInMethod: SignInMethod) {
        self.init()
        guard signInMethod.keepsClientInfo, let client else { return }
        device = client.userAgent.map(kept)
        location = client.location
        country = client.country.map { Personal(kept($0.value)) }
    }
}

extension LoginRecord {
    /// What the sign-in method lets an account keep of a sign-in. Its moment is set by who stores it.
    init(_ client: ClientInfo?, by signInMethod: SignInMethod) {
        self.init()
        guard signInMethod.keepsClientInfo, let client else { return }
        device = client.userAgent.map(kept)
        location = client.location
        ip = client.address.map { Personal(kept($0.value)) }
    }
}

extension ClientInfo {
    /// `City, Country`, or the one of them that is known.
    fileprivate var location: Personal<String>? {
        let parts = [city, country].compactMap { $0?.value }.filter { !$0.isEmpty }
        return parts.isEmpty ? nil : Personal(kept(parts.joined(separator: ", ")))
    }
}

/// Clients write what they like; an account keeps a page's line of it.
private func kept(_ text: String) -> String { String(text.prefix(512)) }
