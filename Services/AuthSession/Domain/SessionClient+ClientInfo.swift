import Models

extension SessionClient {
    /// Empty if the method's policy is to keep nothing.
    init(_ info: ClientInfo?, by signInMethod: SignInMethod) {
        self.init()
        guard let info, signInMethod.keepsClientInfo else { return }
        appVersion = info.version
        deviceModel = info.device
        osVersion = info.os
        userAgent = info.userAgent
        country = info.country
        city = info.city
        timezone = info.timezone
        ipAddress = info.address
        if let city, let country { location = Personal("\(city.value), \(country.value)") }
        switch info.platform {
        case "ios":
            osName = "iOS"
            deviceVendor = "Apple"
            setMobile(true)
        case "android":
            osName = "Android"
            setMobile(true)
        case "linux", "macos", "windows":
            osName = ["linux": "Linux", "macos": "macOS", "windows": "Windows"][info.platform ?? ""]
            if osName == "macOS" { deviceVendor = "Apple" }
            setMobile(false)
        case "web":
            // Browsers on phones have this in their user agent, others do not.
            if let userAgent { setMobile(userAgent.contains("Mobi")) }
        default: break
        }
    }

    private mutating func setMobile(_ isMobile: Bool) {
        self.isMobile = isMobile
        deviceType = isMobile ? "mobile" : "desktop"
    }
}
