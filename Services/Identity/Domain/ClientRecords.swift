import Models

extension RegistrationRecord {
    init(_ client: ClientInfo?, by signInMethod: SignInMethod) {
        self.init()
        guard signInMethod.keepsClientInfo, let client else { return }
        device = client.userAgent.map(kept)
        location = client.location
        country = client.country.map { Personal(kept($0.value)) }
    }
}

extension LoginRecord {
    /// Stores as much about a sign-in as its method allows. The store sets the time.
    init(_ client: ClientInfo?, by signInMethod: SignInMethod) {
        self.init()
        guard signInMethod.keepsClientInfo, let client else { return }
        device = client.userAgent.map(kept)
        location = client.location
        ip = client.address.map { Personal(kept($0.value)) }
    }
}

extension ClientInfo {
    /// `City, Country`, or only the part that is known; nil if neither is known.
    fileprivate var location: Personal<String>? {
        let parts = [city, country].compactMap { $0?.value }.filter { !$0.isEmpty }
        return parts.isEmpty ? nil : Personal(kept(parts.joined(separator: ", ")))
    }
}

private func kept(_ text: String) -> String { String(text.prefix(512)) }
