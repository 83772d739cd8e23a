public import Models

extension ClientInfo {
    /// What an iPhone reports, with a value for each member.
    public static var complete: ClientInfo {
        var client = ClientInfo()
        client.userAgent = "Meeshy-iOS/1.0.0 (42) iOS/17.5.1 iPhone16,1"
        client.version = "1.0.0"
        client.build = "42"
        client.platform = "ios"
        client.device = "iPhone16,1"
        client.os = "17.5.1"
        client.locale = "fr-FR"
        client.timezone = "Europe/Paris"
        client.country = Personal("FR")
        client.city = Personal("Paris")
        client.region = Personal("Île-de-France")
        client.address = Personal("192.0.2.1")
        return client
    }
}

extension SessionClient {
    /// What a session keeps about an iPhone, with a value for each member.
    public static func complete(userAgent: String = "Meeshy/1") -> SessionClient {
        var client = SessionClient()
        client.appVersion = "1.0.0"
        client.deviceType = "mobile"
        client.deviceVendor = "Apple"
        client.deviceModel = "iPhone16,1"
        client.osName = "iOS"
        client.osVersion = "17.5.1"
        client.isMobile = true
        client.userAgent = userAgent
        client.country = Personal("FR")
        client.city = Personal("Paris")
        client.timezone = "Europe/Paris"
        client.ipAddress = Personal("192.0.2.1")
        client.location = Personal("Paris, FR")
        return client
    }
}
