// What a session keeps of what its app says about itself.

import Models
import Testing

@testable import AuthSession

@Suite("The client of a session")
struct SessionClientTests {
    private func client(_ platform: String?, userAgent: String? = nil) -> SessionClient {
        var info = ClientInfo()
        info.platform = platform
        info.userAgent = userAgent
        return SessionClient(info, by: .password)
    }

    @Test(
        "the system, the maker and whether it is a mobile device follow from the platform",
        arguments: [
            ("ios", nil, "iOS", "Apple", "mobile", true), ("android", nil, "Android", nil, "mobile", true),
            ("linux", nil, "Linux", nil, "desktop", false), ("macos", nil, "macOS", "Apple", "desktop", false),
            ("web", "Mozilla/5.0 (Linux; Android 14) Mobile Safari/537.36", nil, nil, "mobile", true),
            ("web", "Mozilla/5.0 (X11; Linux x86_64) Firefox/128.0", nil, nil, "desktop", false),
            ("web", nil, nil, nil, nil, nil), ("toaster", "Toaster/1.0", nil, nil, nil, nil),
            (nil, nil, nil, nil, nil, nil),
        ] as [(String?, String?, String?, String?, String?, Bool?)])
    func platform(
        _ platform: String?, _ userAgent: String?, _ system: String?, _ vendor: String?, _ type: String?,
        _ isMobile: Bool?
    ) {
        let client = client(platform, userAgent: userAgent)
        #expect(client.osName == system && client.deviceVendor == vendor && client.deviceType == type)
        #expect(client.isMobile == isMobile && client.userAgent == userAgent)
    }

    @Test("everything that was said is kept, and the place when both its parts are known")
    func fields() {
        var info = ClientInfo()
        info.version = "1.0.0"
        info.device = "iPhone16,1"
        info.os = "17.5.1"
        info.timezone = "Europe/Paris"
        info.country = Personal("FR")
        info.address = Personal("192.0.2.1")
        let half = SessionClient(info, by: .password)
        #expect(half.appVersion == "1.0.0" && half.deviceModel == "iPhone16,1" && half.osVersion == "17.5.1")
        #expect(half.timezone == "Europe/Paris" && half.country == Personal("FR"))
        #expect(half.ipAddress == Personal("192.0.2.1") && half.location == nil)
        info.city = Personal("Paris")
        #expect(SessionClient(info, by: .password).location == Personal("Paris, FR"))
    }

    @Test("of a client that says nothing nothing is kept")
    func nothing() {
        #expect(SessionClient(nil, by: .password) == SessionClient())
        #expect(SessionClient(ClientInfo(), by: .password) == SessionClient())
    }
}
